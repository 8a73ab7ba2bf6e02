import type { Conversation } from '@marga/contract/chat'
import { limits } from '@marga/contract/limits'
import { type ReactNode, useState } from 'react'
import { dueState, standstillReason } from '../../../lib/answer-due.ts'
import { formatShortMoment } from '../../../lib/dates.ts'
import { useFocusAfter } from '../../../lib/use-focus-after.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { turnOf } from '../conversation-pages.ts'
import { canReopen, otherPerson } from '../conversation-rules.ts'
import { useReopenQuestion } from '../hooks/use-turn.ts'
import { AnswerLine, AnswerLinePlace } from './answer-line.tsx'

type MenteeAnswerLineProps = {
  conversation: Conversation
  /** Answers are promised to those who are. */
  isSubscribed: boolean
  /** When the subscription ends, where it does not renew: nothing is promised of what comes after. */
  endsAt: string | null
  /** Ends the subscription; offered after days of silence. */
  refund: ReactNode
}

/** For the mentee: until when the mentor answers, and what to do where no answer came. */
export function MenteeAnswerLine({ conversation, isSubscribed, endsAt, refund }: MenteeAnswerLineProps) {
  const now = useNow(60_000)
  const isWaiting = turnOf(conversation) === 'mentor'
  const place = useFocusAfter<HTMLDivElement>(!isWaiting)
  const line = isWaiting ? (
    <WaitingLine conversation={conversation} now={now} endsAt={endsAt} refund={refund} />
  ) : isSubscribed && canReopen(conversation, now) ? (
    <NotAnswered conversation={conversation} />
  ) : null
  return <AnswerLinePlace place={place}>{line}</AnswerLinePlace>
}

type WaitingLineProps = Pick<MenteeAnswerLineProps, 'conversation' | 'endsAt' | 'refund'> & { now: Date }

function WaitingLine({ conversation, now, endsAt, refund }: WaitingLineProps) {
  const { awaiting } = conversation
  const { dueAt, refundableFrom, standstill } = awaiting
  const { firstName } = otherPerson(conversation, 'mentee')
  const state = dueState(awaiting, now)
  const isRefundable = refundableFrom !== null && new Date(refundableFrom) <= now
  const due = dueAt ? formatShortMoment(dueAt) : null
  // With the subscription the question is over, too.
  const isPromised = (moment: string) => endsAt === null || new Date(moment) <= new Date(endsAt)
  return (
    <AnswerLine state={state} action={isRefundable ? refund : null}>
      {state === 'running' && endsAt && dueAt && !isPromised(dueAt) ? (
        <>Your subscription ends on {formatShortMoment(endsAt)}, before an answer is due.</>
      ) : state === 'running' ? (
        <>
          {firstName} answers within {limits.answerHours} hours: by <strong>{due}</strong>
        </>
      ) : state === 'late' ? (
        <>
          <strong>This answer is late.</strong> It was due {due}.{' '}
          {isRefundable
            ? 'You can end your subscription and get back what is unused.'
            : refundableFrom && isPromised(refundableFrom)
              ? `If none comes by ${formatShortMoment(refundableFrom)}, you can end your subscription with a refund.`
              : null}
        </>
      ) : (
        <>
          The {limits.answerHours} hours stand still{' '}
          {standstillReason(standstill, { role: 'mentee', mentorName: firstName })}.
          {dueAt && isPromised(dueAt) ? ` ${firstName} answers by ${due}.` : null}
        </>
      )}
    </AnswerLine>
  )
}

function NotAnswered({ conversation }: { conversation: Conversation }) {
  const [isAsking, setIsAsking] = useState(false)
  const { firstName } = otherPerson(conversation, 'mentee')
  const reopen = useReopenQuestion(firstName)
  return (
    <AnswerLine
      action={
        <>
          <Button variant="quiet" size="sm" onClick={() => setIsAsking(true)}>
            Not answered?
          </Button>
          <ConfirmDialog
            isOpen={isAsking}
            onOpenChange={setIsAsking}
            title="Was your question not answered?"
            description={`${firstName} sees that you still wait, and the ${limits.answerHours} hours count from when you asked. You can say this once a week.`}
            confirmLabel="This was not answered"
            cancelLabel="It was answered"
            isDestructive={false}
            isLoading={reopen.isPending}
            onConfirm={() => reopen.mutate(conversation._id, { onSettled: () => setIsAsking(false) })}
          />
        </>
      }
    />
  )
}
