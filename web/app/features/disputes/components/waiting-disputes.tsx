import { Scale } from 'lucide-react'
import { Link } from 'react-router'
import { pluralize } from '../../../lib/pluralize.ts'
import { CountBadge } from '../../../ui/count-badge.tsx'
import { useWaitingDisputes } from '../hooks/use-waiting-disputes.ts'

/** On the menu: how many wait for the mentor's answer. */
export const WaitingDisputesBadge = () => (
  <CountBadge count={useWaitingDisputes('mentor')} noun="contest or refund request" />
)

/** On the mentor's home while something waits, since silence has consequences. */
export function WaitingDisputesNotice({ href }: { href: string }) {
  const count = useWaitingDisputes('mentor')
  return count === 0 ? null : (
    <p className="mb-6 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-accent-soft px-4 py-3">
      <Scale className="size-5 shrink-0 text-accent-ink" aria-hidden="true" />
      <span className="min-w-0 flex-1 basis-56">
        {pluralize(count, 'contest or refund request waits', 'contests and refund requests wait')} for your
        answer.
      </span>
      <Link to={href} className="link font-semibold">
        Answer
      </Link>
    </p>
  )
}
