import type { Conversation } from '@marga/contract/chat'
import { dueState, mentorDueWords } from '../../../lib/answer-due.ts'
import { formatShortMoment } from '../../../lib/dates.ts'
import { useFocusAfter } from '../../../lib/use-focus-after.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { turnOf } from '../conversation-pages.ts'
import { otherPerson } from '../conversation-rules.ts'
import { useSettle } from '../hooks/use-turn.ts'
import { AnswerLine, AnswerLinePlace } from './answer-line.tsx'

/** For the mentor: until when the answer is due, and that none may be needed. */
export function MentorAnswerLine({ conversation }: { conversation: Conversation }) {
  const isWaiting = turnOf(conversation) === 'mentor'
  const place = useFocusAfter<HTMLDivElement>(isWaiting)
  return (
    <AnswerLinePlace place={place}>
      {isWaiting ? <DueLine conversation={conversation} /> : null}
    </AnswerLinePlace>
  )
}

function DueLine({ conversation }: { conversation: Conversation }) {
  const { awaiting } = conversation
  const now = useNow(60_000)
  const settle = useSettle(otherPerson(conversation, 'mentor').firstName)
  const state = dueState(awaiting, now)
  const { headline, rest } = mentorDueWords(awaiting, now)
  return (
    <AnswerLine
      state={state}
      isOwed
      action={
        <Button
          variant="secondary"
          size="sm"
          isLoading={settle.isPending}
          onClick={() => settle.mutate(conversation._id)}
        >
          No answer needed
        </Button>
      }
    >
      {state === 'running' ? (
        <>
          Answer due by <strong>{formatShortMoment(awaiting.dueAt!)}</strong>
          <span className="max-sm:hidden"> ({headline})</span>
        </>
      ) : (
        <>
          <strong>{headline}</strong>
          {rest}
          {state === 'paused' && awaiting.dueAt
            ? `. Answer due by ${formatShortMoment(awaiting.dueAt)}`
            : null}
        </>
      )}
    </AnswerLine>
  )
}
