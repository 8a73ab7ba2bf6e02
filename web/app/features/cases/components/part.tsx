import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'

type PartProps = { title: string; hint?: ReactNode; className?: string; children: ReactNode }

/** A part of a file, with its heading. */
export function Part({ title, hint, className, children }: PartProps) {
  const id = useId()
  return (
    <Card
      role="region"
      aria-labelledby={id}
      className={cn('grid grid-cols-1 content-start gap-4', className)}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {hint ? <span className="text-sm text-ink-faint">{hint}</span> : null}
      </div>
      {children}
    </Card>
  )
}

const shownAtFirst = 5

type ListedProps<T> = {
  title: string
  hint?: ReactNode
  items: readonly T[]
  none: string
  /** Under the heading of a part; else it is a part itself. */
  isInside?: boolean
  className?: string
  children: (shown: readonly T[]) => ReactNode
}

/** A list with its newest at first, the rest when asked for. */
export function Listed<T>({ title, hint, items, none, isInside, className, children }: ListedProps<T>) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? items : items.slice(0, shownAtFirst)
  const content = (
    <>
      {items.length === 0 ? <p className="text-sm text-ink-soft">{none}</p> : children(shown)}
      {shown.length < items.length ? (
        <Button variant="secondary" size="sm" className="justify-self-start" onClick={() => setIsWhole(true)}>
          {`Show all ${items.length}`}
        </Button>
      ) : null}
    </>
  )
  if (!isInside)
    return (
      <Part title={title} hint={items.length > 0 ? hint : undefined} className={className ?? ''}>
        {content}
      </Part>
    )
  return (
    <div className="grid grid-cols-1 gap-2">
      <h3 className="text-sm font-semibold">
        {title}
        {items.length > 0 ? <span className="font-normal text-ink-faint"> {items.length}</span> : null}
      </h3>
      {content}
    </div>
  )
}

export const Lines = ({ children }: { children: ReactNode }) => (
  <ul className="grid grid-cols-1 divide-y divide-line">{children}</ul>
)

export const Line = ({ end, children }: { end?: ReactNode; children: ReactNode }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
    <div className="min-w-0 flex-1 basis-44 wrap-anywhere">{children}</div>
    {end}
  </li>
)

/** What somebody wrote, with who it was and when. */
export const Quote = ({ by, text }: { by: ReactNode; text: string }) => (
  <figure className="min-w-0">
    <figcaption className="text-sm text-ink-faint">{by}</figcaption>
    <blockquote className="mt-0.5 max-w-prose whitespace-pre-line wrap-anywhere">{text}</blockquote>
  </figure>
)

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm font-semibold">{label}</dt>
    <dd className="text-ink-soft wrap-anywhere">{children}</dd>
  </div>
)
