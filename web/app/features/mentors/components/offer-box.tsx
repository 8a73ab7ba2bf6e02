import { limits } from '@marga/contract/limits'
import type { Mentor } from '@marga/contract/mentors'
import { texts } from '@marga/contract/texts'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Price } from '../../../components/price.tsx'
import { answerTimesHref } from '../../../lib/answer-times.ts'
import { paths } from '../../../lib/paths.ts'
import { Card } from '../../../ui/card.tsx'

type OfferBoxProps = {
  mentor: Pick<Mentor, 'monthlyFee' | 'firstName' | 'nextAvailableAt'>
  /** The Subscribe button or link. */
  action: ReactNode
  /** Under the offer: the next free times, say. */
  children?: ReactNode
}

/** What a month costs and what is in it. */
export function OfferBox({ mentor, action, children }: OfferBoxProps) {
  return (
    <Card className="grid gap-5">
      <div>
        <h2 className="font-sans text-sm font-semibold tracking-normal text-ink-faint">Monthly mentorship</h2>
        <div className="mt-1">
          <Price monthlyFee={mentor.monthlyFee} className="font-display text-4xl" />
        </div>
      </div>
      <ul className="grid gap-2.5">
        {texts.offer.map((line) => (
          <li key={line} className="flex gap-3">
            <Check
              className="mt-0.5 size-5 shrink-0 text-positive-ink"
              strokeWidth={2.5}
              aria-hidden="true"
            />
            {line}
          </li>
        ))}
      </ul>
      <Link to={answerTimesHref} className="link -mt-2 justify-self-start py-1 text-sm">
        How we measure answers
      </Link>
      {mentor.nextAvailableAt === null ? <NoTimesNote firstName={mentor.firstName} /> : null}
      {action}
      <p className="text-sm text-ink-faint">
        Stop at the end of any month. You keep what you paid for. See{' '}
        <Link to={paths.terms.getHref()} className="link">
          terms
        </Link>{' '}
        and{' '}
        <Link to={paths.refunds.getHref()} className="link">
          refunds
        </Link>
        .
      </p>
      {children}
    </Card>
  )
}

/**
 * Before somebody pays for calls that cannot be booked yet. A mentor who was accepted long enough ago is not sold
 * without times, which the server alone knows: it also counts those that a vacation hides.
 */
const NoTimesNote = ({ firstName }: { firstName: string }) => (
  <p className="rounded-md bg-accent-soft px-4 py-3 text-sm text-accent-ink">
    <strong className="block">No times on offer right now</strong>
    {firstName} may have to add times in the next {limits.bookableWithinDays} days before you can subscribe.
    If you can subscribe now, you can chat at once and book calls when there are times.
  </p>
)
