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
  /** These are the newest, and there are more. */
  isShortened?: boolean
  /** Under the heading of a part; else it is a part itself. */
  isInside?: boolean
  className?: string
  children: (shown: readonly T[]) => ReactNode
}

/** What stands before a list that shows its oldest first, and has lost some there. */
export const NewestOnly = ({ count, what }: { count: number; what: string }) => (
  <p className="text-sm text-ink-soft">
    These are the newest {count} {what}. Older ones are not shown.
  </p>
)

/** What stands at the end of a list, so that nobody takes the newest for all. */
function endText({ items, none, isShortened }: Pick<ListedProps<unknown>, 'items' | 'none' | 'isShortened'>) {
  if (items.length === 0) return isShortened ? 'None among the newest.' : none
  return isShortened ? 'Older ones are not shown.' : undefined
}

/** A list with its newest at first, the rest when asked for. */
export function Listed<T>(of: ListedProps<T>) {
  const { title, hint, items, isShortened, isInside, className, children } = of
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? items : items.slice(0, shownAtFirst)
  const { length } = items
  const end = endText(of)
  const content = (
    <>
      {length > 0 ? children(shown) : null}
      {shown.length < length ? (
        <Button variant="secondary" size="sm" className="justify-self-start" onClick={() => setIsWhole(true)}>
          {isShortened ? `Show the newest ${length}` : `Show all ${length}`}
        </Button>
      ) : end ? (
        <p className="text-sm text-ink-soft">{end}</p>
      ) : null}
    </>
  )
  if (!isInside)
    return (
      <Part title={title} hint={length > 0 ? hint : undefined} className={className ?? ''}>
        {content}
      </Part>
    )
  return (
    <div className="grid grid-cols-1 gap-2">
      <h3 className="text-sm font-semibold">
        {title}
        {length > 0 ? (
          <span className="font-normal text-ink-faint"> {isShortened ? `${length}+` : length}</span>
        ) : null}
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
