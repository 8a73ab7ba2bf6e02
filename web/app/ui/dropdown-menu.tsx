import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { cn } from './cn.ts'
import { useAnchoredPanel } from './use-anchored-panel.ts'

type DropdownMenuProps = { trigger: ReactElement<ComponentProps<'button'>>; children: ReactNode }

/**
 * A menu of actions, by the pattern "menu button" of WAI-ARIA. `trigger` is one button element; children are the
 * items below.
 */
export function DropdownMenu({ trigger, children }: DropdownMenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  /** By key one is on the first item at once; by pointer on none until an arrow is pressed. */
  const [isByKey, setIsByKey] = useState(false)
  const { panel, close, buttonProps, panelProps } = useAnchoredPanel(isOpen, setIsOpen)
  const buttonId = useId()
  const onMenuKey = useMenuKeys(close)
  useEffect(() => {
    if (panel) (isByKey ? itemsOf(panel)[0] : panel)?.focus()
  }, [panel, isByKey])

  const open = (byKey: boolean) => {
    setIsByKey(byKey)
    setIsOpen(true)
  }
  const onButtonKey = (event: KeyboardEvent) => {
    if (isOpen || event.key !== 'ArrowDown') return buttonProps.onKeyDown?.(event)
    event.preventDefault()
    open(true)
  }
  const onChosen = (event: MouseEvent) => {
    if ((event.target as Element).closest(itemSelector)) close()
  }
  return (
    <>
      {cloneElement(trigger, {
        ...buttonProps,
        id: buttonId,
        'aria-haspopup': 'menu',
        onKeyDown: onButtonKey,
        // A click by Enter or the space bar has no count.
        onClick: ({ detail }) => (isOpen ? close() : open(detail === 0)),
      })}
      {isOpen ? (
        // Closed in the same turn as the item acts: what that opens, such as a dialog, finds the focus on the button.
        // Not in the capture: a real press lets React draw between the two, and the item is gone before its turn.
        <div
          {...panelProps}
          role="menu"
          aria-labelledby={buttonId}
          tabIndex={-1}
          onKeyDown={(event) => {
            panelProps.onKeyDown(event)
            onMenuKey(event)
          }}
          onClick={onChosen}
          className="fixed inset-auto z-50 m-0 max-w-[min(20rem,calc(100vw-1rem))] min-w-52 rounded-lg border border-line bg-raised p-1.5 text-ink shadow-float outline-none pop-in"
        >
          {children}
        </div>
      ) : null}
    </>
  )
}

/** Arrows, Home, End and letters lead from item to item; the space bar presses one. */
function useMenuKeys(close: () => void) {
  const findByLetters = useLetters()
  return (event: KeyboardEvent<HTMLDivElement>) => {
    // The focus goes on from the button.
    if (event.key === 'Tab') return close()
    const items = itemsOf(event.currentTarget)
    const at = items.indexOf(document.activeElement as HTMLElement)
    if (event.key === ' ' && at >= 0) {
      event.preventDefault()
      return items[at]!.click()
    }
    const next = stepOf(event.key, at, items) ?? findByLetters(event, at, items)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
}

const itemSelector = '[role^="menuitem"]'
const itemsOf = (panel: Element) => [...panel.querySelectorAll<HTMLElement>(itemSelector)]

function stepOf(key: string, at: number, items: readonly HTMLElement[]): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[(at + 1) % items.length]
  if (key === 'ArrowUp') return items.at(at < 0 ? -1 : at - 1)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  return undefined
}

const lettersLastMs = 1000

/** Letters typed one after the other lead to the next item that begins with them. */
function useLetters() {
  const typed = useRef({ text: '', at: 0 })
  return ({ key, ctrlKey, metaKey, altKey, timeStamp }: KeyboardEvent, at: number, items: HTMLElement[]) => {
    if (key.length !== 1 || ctrlKey || metaKey || altKey) return undefined
    const isNew = timeStamp - typed.current.at > lettersLastMs
    const text = (isNew ? '' : typed.current.text) + key.toLowerCase()
    typed.current = { text, at: timeStamp }
    // The second letter may still mean the item of the first.
    const from = text.length === 1 ? at + 1 : Math.max(at, 0)
    const inOrder = [...items.slice(from), ...items.slice(0, from)]
    return inOrder.find((item) => item.textContent?.trim().toLowerCase().startsWith(text))
  }
}

const itemStyle =
  'flex min-h-10 w-full cursor-pointer items-center gap-3 rounded-sm px-3 text-left text-sm font-medium wrap-anywhere outline-none hover:bg-sunken focus:bg-sunken'

type MenuItemProps = { children: ReactNode; onSelect: () => void; isDestructive?: boolean }

export function MenuItem({ children, onSelect, isDestructive }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={onSelect}
      className={cn(itemStyle, isDestructive && 'text-danger-ink')}
    >
      {children}
    </button>
  )
}

/** An item that is a link: its only child is the link element. */
export const MenuLink = ({ children }: { children: ReactElement<ComponentProps<'a'>> }) =>
  cloneElement(children, { role: 'menuitem', tabIndex: -1, className: itemStyle })

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <div className="px-3 py-2 text-xs text-ink-faint">{children}</div>
)
/** A line between items. */
export const MenuSeparator = () => <hr className="my-1.5 border-line" />

type MenuChoicesProps<T extends string> = {
  label: string
  value: T
  onChange: (value: T) => void
  options: readonly { value: T; label: string }[]
}

/** One choice of a few inside a menu; the chosen one is marked. */
export function MenuChoices<T extends string>({ label, value, onChange, options }: MenuChoicesProps<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a menu
    <div role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="menuitemradio"
          aria-checked={option.value === value}
          tabIndex={-1}
          onClick={() => onChange(option.value)}
          className={itemStyle}
        >
          <span className="grid size-4 place-items-center rounded-full border border-line-strong">
            {option.value === value ? <span className="size-2 rounded-full bg-positive-ink" /> : null}
          </span>
          {option.label}
        </button>
      ))}
    </div>
  )
}
