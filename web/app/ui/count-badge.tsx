type CountBadgeProps = {
  count: number
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
export function CountBadge({ count, noun, more = '', max = 9, tone = 'danger' }: CountBadgeProps) {
  if (count <= 0) return null
  return (
    <span
      className={`inline-grid h-5 min-w-5 place-items-center rounded-full px-1.5 text-xs font-bold ${countTones[tone]}`}
    >
      <span aria-hidden="true">{count > max ? `${max}+` : count}</span>
      <span className="sr-only">{`${count} ${noun}${count === 1 ? '' : 's'}${more}`}</span>
    </span>
  )
}
