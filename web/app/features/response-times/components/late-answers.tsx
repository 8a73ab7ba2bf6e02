import { limits } from '@marga/contract/limits'
import type { LateAnswer, WaitingQuestion } from '@marga/contract/response-times'
import { Link } from 'react-router'
import { formatShortMoment } from '../../../lib/dates.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { CalmLine } from './calm-line.tsx'

type LateAnswersProps = {
  late: readonly LateAnswer[]
  waiting: readonly WaitingQuestion[]
  chatHref: (conversationId: string) => string
}

/** Every answer that came late, or never, newest first. */
export function LateAnswers({ late, waiting, chatHref }: LateAnswersProps) {
  if (late.length === 0)
    return <CalmLine>No answer was late in the last {limits.responseDays} days.</CalmLine>
  const isWaiting = (conversationId: string, since: string) =>
    waiting.some((question) => question.conversationId === conversationId && question.since === since)
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      {late.map(({ conversationId, menteeId: mentee, since, answeredAt }) => (
        <li
          key={`${conversationId} ${since}`}
          className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-3 sm:px-5"
        >
          <Avatar src={mentee.profileImageUrl} size="sm" />
          <div className="min-w-0 flex-1 basis-44">
            <p className="truncate font-semibold">
              {mentee.firstName} {mentee.lastName}
            </p>
            <p className="text-sm text-ink-soft">
              <span className="inline-block">Asked {formatShortMoment(since)},</span>{' '}
              <span className="inline-block">
                {answeredAt
                  ? `answered ${formatShortMoment(answeredAt)}`
                  : isWaiting(conversationId, since)
                    ? 'not answered yet'
                    : 'not answered'}
              </span>
            </p>
          </div>
          <Link
            to={chatHref(conversationId)}
            aria-label={`Conversation with ${mentee.firstName} ${mentee.lastName}`}
            className="link text-sm max-sm:ml-14"
          >
            Conversation
          </Link>
        </li>
      ))}
    </ul>
  )
}
