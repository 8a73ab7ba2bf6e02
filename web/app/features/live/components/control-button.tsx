import type { ComponentType } from 'react'
import { buttonStyle } from '../../../ui/button-style.ts'
import { cn } from '../../../ui/cn.ts'
import { Tooltip } from '../../../ui/tooltip.tsx'

type ControlButtonProps = {
  label: string
  icon: ComponentType<{ className?: string }>
  onPress: () => void
  shortcut?: string
  /** Something is switched off that is usually on, or ends. */
  tone?: 'plain' | 'off' | 'danger'
  isPressed?: boolean
  hasUpdate?: boolean
  className?: string
}

const variants = { plain: 'secondary', off: 'primary', danger: 'danger' } as const

/** A round key of the call; its words are read out and shown on hover. */
export function ControlButton(props: ControlButtonProps) {
  const { label, icon: Icon, onPress, shortcut, tone = 'plain', isPressed, hasUpdate, className } = props
  return (
    <Tooltip label={shortcut ? `${label} (${shortcut.toUpperCase()})` : label}>
      <button
        type="button"
        aria-label={hasUpdate ? `${label}, something new` : label}
        aria-pressed={isPressed}
        aria-keyshortcuts={shortcut}
        onClick={onPress}
        className={cn(
          buttonStyle({ variant: variants[tone], size: 'icon' }),
          'relative rounded-full! max-xs:size-10 sm:not-short:size-12 short:size-10',
          isPressed && 'border-accent! bg-accent-soft! text-accent-ink!',
          className,
        )}
      >
        <Icon className="size-5" />
        {hasUpdate ? (
          <span className="absolute top-0 right-0 size-3 rounded-full border-2 border-surface bg-danger" />
        ) : null}
      </button>
    </Tooltip>
  )
}
