import type { MentorCard } from '@marga/contract/mentor-card'
import { texts } from '@marga/contract/texts'
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { AnswerTime } from '../../../components/answer-time.tsx'
import { Price } from '../../../components/price.tsx'
import { RatingLine } from '../../../components/rating-line.tsx'
import { formatDate } from '../../../lib/dates.ts'
import { useTimeZone } from '../../../lib/use-time-zone.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { buttonStyle } from '../../../ui/button-style.ts'

/** One real mentor with the real offer: what a subscription looks like before anybody signs up. */
export function FeaturedMentor({ mentor, profileHref }: { mentor: MentorCard; profileHref: string }) {
  const timeZone = useTimeZone()
  return (
    <aside
      aria-label="Featured mentor"
      className="rounded-xl border border-line bg-raised p-6 shadow-float sm:p-8"
    >
      <div className="flex items-center gap-5">
        <Avatar src={mentor.profileImageUrl} size="lg" isEager />
        <div className="min-w-0">
          <h2 className="text-2xl">
            {mentor.firstName} {mentor.lastName}
          </h2>
          <p className="text-ink-soft">{texts.titleAtFirm(mentor.jobTitle, mentor.firmName)}</p>
          <div className="mt-1.5">
            <RatingLine rating={mentor.rating} reviewCount={mentor.reviewCount} />
          </div>
        </div>
      </div>
      <ul className="mt-6 grid gap-2.5">
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
      {mentor.response ? (
        <div className="mt-4">
          <AnswerTime response={mentor.response} />
        </div>
      ) : null}
      <div className="mt-6 flex flex-wrap items-end justify-between gap-4 border-t border-line pt-5">
        <div>
          <Price monthlyFee={mentor.monthlyFee} className="font-display text-3xl" />
          {mentor.nextAvailableAt ? (
            <p className="text-sm text-positive-ink">
              Next free: {formatDate(mentor.nextAvailableAt, timeZone)}
            </p>
          ) : null}
        </div>
        <Link to={profileHref} className={buttonStyle({ variant: 'secondary' })}>
          See {mentor.firstName}’s profile
        </Link>
      </div>
    </aside>
  )
}
