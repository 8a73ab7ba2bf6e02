type CountBadgeProps = {
  count: number
  /** Whoever counted stopped there: it may be more. */
  isAtLeast?: boolean
  /** One of what is counted. */
  noun: string
  /** Said after the number, not shown. */
  more?: string
  /** Above it the number is shown as "9+". */
  max?: number
  tone?: 'danger' | 'neutral'
}

const countTones = { danger: 'bg-danger text-on-danger', neutral: 'bg-ink text-paper' }

/** A number on a navigation link: nothing at 0, "9+" above nine. */
export function CountBadge(props: CountBadgeProps) {
  const { count, isAtLeast = false, noun, more = '', max = 9, tone = 'danger' } = props
  if (count <= 0) return null
  const nouns = `${noun}${count === 1 ? '' : 's'}`
  return (
    <span
      className={`inline-grid h-5 min-w-5 place-items-center rounded-full px-1.5 text-xs font-bold ${countTones[tone]}`}
    >
      <span aria-hidden="true">{count > max ? `${max}+` : count}</span>
      <span className="sr-only">{`${count} ${isAtLeast ? 'or more ' : ''}${nouns}${more}`}</span>
    </span>
  )
}
