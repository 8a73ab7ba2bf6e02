import type { ComponentType } from 'react'
import { Link } from 'react-router'

type FigureLinkProps = {
  href: string
  icon: ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>
  /** Undefined while it is not known. */
  value: number | undefined
  label: string
  hint?: string
}

/** A number of the dashboard that leads to what it counts. */
export function FigureLink({ href, icon: Icon, value, label, hint }: FigureLinkProps) {
  return (
    <Link
      to={href}
      className="group flex items-center gap-4 rounded-lg max-sm:items-start border border-line bg-surface p-3.5 shadow-card transition-colors hover:border-line-strong sm:p-5"
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink max-sm:hidden">
        <Icon className="size-5.5" aria-hidden="true" />
      </span>
      <span className="min-w-0">
        <span className="block font-display text-2xl leading-none font-semibold tabular-nums">
          {value ?? '–'}
        </span>
        <span className="mt-1 block text-sm text-ink-soft group-hover:text-ink max-sm:text-xs">{label}</span>
        {hint ? <span className="block text-xs text-ink-faint">{hint}</span> : null}
      </span>
    </Link>
  )
}
