import type { ComponentType, ReactNode } from 'react'

type EmptyStateProps = {
  icon: ComponentType<{ className?: string }>
  title: string
  /** What to do next. */
  children?: ReactNode
  action?: ReactNode
  /** The whole page is empty, and this its heading. */
  isPage?: boolean
}

export function EmptyState({ icon: Icon, title, children, action, isPage }: EmptyStateProps) {
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div
      data-empty-state
      className="grid justify-items-center gap-3 rounded-lg border border-dashed border-line-strong px-6 py-12 text-center"
    >
      <span className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent-ink">
        <Icon className="size-7" />
      </span>
      <Heading className="text-xl">{title}</Heading>
      {children ? <div className="max-w-md text-ink-soft">{children}</div> : null}
      {action ? <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div> : null}
    </div>
  )
}
