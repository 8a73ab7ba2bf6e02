import type { Enrollment } from '@marga/contract/enrollments'
import { Check, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate } from '../../../lib/dates.ts'
import { pluralize } from '../../../lib/pluralize.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

type PaymentOutcomeProps = {
  /** Absent while the payment is being confirmed. */
  enrollment: Enrollment | undefined
  error: Error | null
  onRetry: () => void
  onHome: () => void
  isGoingHome: boolean
  /** What to do next, once it is paid. */
  children: ReactNode
}

const frame = 'mx-auto grid max-w-lg justify-items-center gap-4 py-10 text-center'

/** Where the payment page leads back to: what came of it, by the provider's word. */
export function PaymentOutcome(props: PaymentOutcomeProps) {
  const { enrollment, error, onRetry, onHome, isGoingHome, children } = props
  const home = (
    <Button variant="secondary" isLoading={isGoingHome} onClick={onHome}>
      Home
    </Button>
  )
  if (enrollment?.status === 'ended') return <Ended enrollment={enrollment} home={home} />
  if (enrollment) {
    const { firstName, lastName, profileImageUrl } = enrollment.mentorId
    return (
      <Card className={frame}>
        <span className="relative">
          <Avatar src={profileImageUrl} size="lg" isEager />
          <span className="absolute -right-1 -bottom-1 grid size-8 place-items-center rounded-full bg-positive text-on-positive">
            <Check className="size-5" strokeWidth={2.5} aria-hidden="true" />
          </span>
        </span>
        <h1 className="text-3xl">Payment received</h1>
        <p className="text-ink-soft">
          You are subscribed to{' '}
          <strong className="text-ink">
            {firstName} {lastName}
          </strong>
          : {pluralize(enrollment.callsLeft, 'call')} and unlimited chat
          {enrollment.renewsAt ? ` until ${formatDate(enrollment.renewsAt)}, then month by month.` : '.'}
        </p>
        <div className="mt-2 flex flex-wrap justify-center gap-3">{children}</div>
      </Card>
    )
  }
  if (error) {
    return (
      <Card className={frame} role="alert">
        <Failed />
        <h1 className="text-3xl">Not confirmed</h1>
        <p className="text-ink-soft">{error.message}</p>
        <div className="mt-2 flex flex-wrap justify-center gap-3">
          <Button onClick={onRetry}>Ask again</Button>
          {home}
        </div>
      </Card>
    )
  }
  return (
    <Card className={frame} role="status">
      <Spinner className="size-12 text-accent-ink" />
      <h1 className="text-3xl">Confirming your payment</h1>
      <p className="text-ink-soft">We are checking with the payment provider. This takes a few seconds.</p>
      {home}
    </Card>
  )
}

const Failed = () => (
  <span className="grid size-16 place-items-center rounded-full bg-danger-soft text-danger-ink">
    <CircleX className="size-8" aria-hidden="true" />
  </span>
)

function Ended({ enrollment, home }: { enrollment: Enrollment; home: ReactNode }) {
  const { firstName, lastName } = enrollment.mentorId
  return (
    <Card className={frame}>
      <Failed />
      <h1 className="text-3xl">You are not subscribed</h1>
      <p className="text-ink-soft">
        Your subscription to{' '}
        <strong className="text-ink">
          {firstName} {lastName}
        </strong>{' '}
        is over, or could no longer begin. Any payment that came too late is refunded.
      </p>
      {home}
    </Card>
  )
}
