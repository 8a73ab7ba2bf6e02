import type { WaitingQuestion } from '@marga/contract/response-times'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { DueWords } from '../../../components/due-words.tsx'
import { relativeMoment } from '../../../lib/answer-due.ts'
import { Avatar } from '../../../ui/avatar.tsx'

type WaitingListProps = {
  waiting: readonly WaitingQuestion[]
  now: Date
  chatHref: (conversationId: string) => string
}

/** Who waits, since when and until when; each leads into its conversation. */
export const WaitingList = ({ waiting, now, chatHref }: WaitingListProps) => (
  <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-card">
    {waiting.map((question) => (
      <li key={question.conversationId}>
        <Link
          to={chatHref(question.conversationId)}
          className="flex items-center gap-3.5 px-4 py-3 -outline-offset-2 hover:bg-sunken sm:px-5"
        >
          <Avatar src={question.menteeId.profileImageUrl} size="sm" />
          <span className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-[1fr_auto] sm:items-center">
            <span className="min-w-0">
              <span className="block truncate font-semibold">
                {question.menteeId.firstName} {question.menteeId.lastName}
              </span>
              <span className="block text-sm text-ink-soft">Since {relativeMoment(question.since, now)}</span>
            </span>
            <DueWords due={question} now={now} className="justify-self-start text-sm max-sm:text-xs" />
          </span>
          <ChevronRight className="size-5 shrink-0 text-ink-faint max-sm:hidden" aria-hidden="true" />
        </Link>
      </li>
    ))}
  </ul>
)
