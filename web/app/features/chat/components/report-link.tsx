import { Flag } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Link } from 'react-router'

/** `isTabStop`: of the many in a thread one is reached by Tab, the others from there by the arrow keys. */
export type Report = { href: string; isTabStop: boolean }

export const ReportLink = ({ href, isTabStop }: Report) => (
  <Link
    to={href}
    data-report
    tabIndex={isTabStop ? 0 : -1}
    aria-label="Report this message"
    title="Report this message"
    className="-my-1.5 inline-grid size-7 place-items-center rounded-sm text-ink-faint hover:text-danger-ink"
  >
    <Flag className="size-3.5" aria-hidden="true" />
  </Link>
)

/** Up and down lead from one message's link to the next one's. */
export function moveBetweenReports(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
  if (step === 0 || !(event.target instanceof HTMLElement) || !event.target.matches('[data-report]')) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-report]')]
  event.preventDefault()
  links[links.indexOf(event.target) + step]?.focus()
}
