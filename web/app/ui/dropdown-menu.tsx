import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

type DropdownMenuProps = { trigger: ReactNode; children: ReactNode; align?: 'start' | 'center' | 'end' }

/** A menu of actions. `trigger` is one button element; children are the items below. */
export function DropdownMenu({ trigger, children, align = 'end' }: DropdownMenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={8}
          collisionPadding={8}
          className="z-50 max-w-[min(20rem,calc(100vw-1rem))] min-w-52 rounded-lg border border-line bg-raised p-1.5 text-ink shadow-float pop-in"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const itemStyle =
  'flex min-h-10 cursor-pointer items-center gap-3 rounded-sm px-3 text-sm font-medium wrap-anywhere outline-none data-highlighted:bg-sunken data-disabled:cursor-not-allowed data-disabled:opacity-50'

type MenuItemProps = {
  children: ReactNode
  onSelect?: () => void
  isDestructive?: boolean
  isDisabled?: boolean
}

export function MenuItem({ children, onSelect, isDestructive, isDisabled }: MenuItemProps) {
  return (
    <Radix.Item
      onSelect={onSelect}
      disabled={isDisabled}
      className={cn(itemStyle, isDestructive && 'text-danger-ink')}
    >
      {children}
    </Radix.Item>
  )
}

/** An item that is a link: its only child is the link element. */
export function MenuLink({ children }: { children: ReactNode }) {
  return (
    <Radix.Item asChild className={itemStyle}>
      {children}
    </Radix.Item>
  )
}

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <Radix.Label className="px-3 py-2 text-xs text-ink-faint">{children}</Radix.Label>
)
export const MenuSeparator = () => <Radix.Separator className="my-1.5 h-px bg-line" />

type MenuChoicesProps<T extends string> = {
  value: T
  onChange: (value: T) => void
  options: readonly { value: T; label: string }[]
}

/** One choice of a few inside a menu; the chosen one is marked. */
export function MenuChoices<T extends string>({ value, onChange, options }: MenuChoicesProps<T>) {
  return (
    <Radix.RadioGroup value={value} onValueChange={(next) => onChange(next as T)}>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={itemStyle}>
          <span className="grid size-4 place-items-center rounded-full border border-line-strong">
            <Radix.ItemIndicator className="size-2 rounded-full bg-positive-ink" />
          </span>
          {option.label}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}
