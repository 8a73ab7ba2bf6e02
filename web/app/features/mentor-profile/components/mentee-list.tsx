import type { EnrolledMentee } from '@marga/contract/enrollments'
import { limits } from '@marga/contract/limits'
import { MessageCircle } from 'lucide-react'
import { Link } from 'react-router'
import { formatDate } from '../../../lib/dates.ts'
import { enrollmentVariantAt, isPausedAt } from '../../../lib/enrollment-status.ts'
import { extraCallsText, pausedCallsText } from '../../../lib/extra-calls.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { buttonStyle } from '../../../ui/button-style.ts'
import { MenteeAbout } from './mentee-about.tsx'

type MenteeListProps = {
  mentees: readonly EnrolledMentee[]
  timeZone: string
  chatHref: (conversationId: string) => string
  /** For a mentee with whom nobody has written yet. */
  onChat: (menteeId: string) => void
  /** Whose conversation is being opened. */
  opening: string | undefined
}

/** Who is subscribed, since when, and how many calls are left: of this month, and those that last longer. */
export function MenteeList({ mentees, timeZone, chatHref, onChat, opening }: MenteeListProps) {
  const now = useNow(60_000)
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      {mentees.map((enrolled) => {
        const { _id, menteeId: mentee, status, startedAt, conversationId } = enrolled
        const name = `${mentee.firstName} ${mentee.lastName}`
        const { label, tone } = enrollmentVariantAt(enrolled, now)
        return (
          <li key={_id} className="flex flex-wrap items-center gap-x-5 gap-y-3 p-4 sm:p-5">
            <Avatar src={mentee.profileImageUrl} size="md" />
            <div className="min-w-0 flex-1 basis-40">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="min-w-0 text-lg font-semibold">{name}</span>
                <Badge tone={tone}>{label}</Badge>
              </p>
              <p className="text-sm text-ink-soft">Since {formatDate(startedAt, timeZone)}</p>
            </div>
            <CallsLeft enrolled={enrolled} timeZone={timeZone} now={now} />
            <div className="flex gap-2 max-sm:ml-auto">
              <MenteeAbout mentee={mentee} />
              {conversationId ? (
                <Link
                  to={chatHref(conversationId)}
                  aria-label={`Chat with ${name}`}
                  className={buttonStyle({ variant: 'secondary', size: 'sm' })}
                >
                  <MessageCircle className="size-4" aria-hidden="true" />
                  Chat
                </Link>
              ) : status === 'ended' ? null : (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`Chat with ${name}`}
                  isLoading={opening === mentee._id}
                  onClick={() => onChat(mentee._id)}
                >
                  <MessageCircle className="size-4" aria-hidden="true" />
                  Chat
                </Button>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

type CallsLeftProps = { enrolled: EnrolledMentee; timeZone: string; now: Date }

/** In words alone while the subscription is paused: there is no balance to book from. */
function CallsLeft({ enrolled, timeZone, now }: CallsLeftProps) {
  const isPaused = isPausedAt(enrolled, now)
  const lines = isPaused ? pausedCallsText(enrolled, timeZone) : extraCallsText(enrolled.extraCalls, timeZone)
  return (
    <div className="text-sm text-ink-soft">
      {isPaused ? null : (
        <p>
          <span className="font-display text-lg font-semibold text-ink tabular-nums">
            {enrolled.callsLeft}
          </span>{' '}
          of {limits.callsPerMonth} calls left
        </p>
      )}
      {lines.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  )
}
