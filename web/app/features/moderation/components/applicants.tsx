import type { MentorRequest } from '@marga/contract/applicants'
import { Check, X } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { closeWhenDecided } from '../../../lib/close-when-decided.ts'
import { Button } from '../../../ui/button.tsx'
import { useRejectionDraft } from '../hooks/use-rejection-draft.ts'
import { type Decision, useDecide } from '../mutations.ts'
import { nextInQueue } from '../rules.ts'
import { ApplicantQueue } from './applicant-queue.tsx'
import { Application, applicantHeadingId, unconfirmedNoteId } from './application.tsx'
import { AcceptDialog, RejectDialog } from './decision-dialogs.tsx'

type ApplicantsProps = {
  requests: readonly MentorRequest[]
  /** How many wait in all. */
  total: number
  /** Fetches those that wait longer in the line than what is here; absent when all are here. */
  onMore?: (() => void) | undefined
}

/** One application at a time, with the queue beside it. */
export function Applicants({ requests, total, onMore }: ApplicantsProps) {
  // The application itself, not its place in the line: who is read or decided about stays, though others decide meanwhile.
  const [selected, setSelected] = useState(requests[0])
  const [asking, setAsking] = useState<'accept' | 'refuse' | null>(null)
  const decide = useDecide()
  const draft = useRejectionDraft()
  const hasDecided = useRef(false)
  const waiting = requests.find(({ mentorId }) => mentorId === selected?.mentorId)
  const chosen = waiting ?? selected
  useHeadingAfterDecision(hasDecided, chosen?.mentorId)
  useMoreAtEnd(chosen !== undefined && chosen.mentorId === requests.at(-1)?.mentorId, onMore)
  if (!chosen) return null

  const choose = (mentorId: string) => {
    // The pane is another one after the next drawing; reading begins at its top, wherever the page stood.
    flushSync(() => setSelected(requests.find((request) => request.mentorId === mentorId)))
    document.getElementById(applicantHeadingId)?.scrollIntoView({ block: 'start' })
  }

  const goOn = () => {
    setAsking(null)
    draft.keep(chosen.mentorId, '')
    hasDecided.current = true
    setSelected(nextInQueue(requests, chosen.mentorId))
  }
  const send = (decision: Decision) => decide.mutate(decision, closeWhenDecided(goOn))
  const dialog = { request: chosen, isLoading: decide.isPending, onClose: () => setAsking(null) }
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <ApplicantQueue requests={requests} total={total} chosenId={chosen.mentorId} onChoose={choose} />
      <Application
        key={chosen.mentorId}
        request={chosen}
        actions={
          <ApplicationActions
            request={chosen}
            isOpen={waiting !== undefined || decide.isPending}
            onAsk={setAsking}
            onContinue={goOn}
          />
        }
      />
      {asking === 'accept' ? (
        <AcceptDialog {...dialog} onConfirm={() => send({ kind: 'accept', request: chosen })} />
      ) : null}
      {asking === 'refuse' ? (
        <RejectDialog {...dialog} onConfirm={(reason) => send({ kind: 'refuse', request: chosen, reason })} />
      ) : null}
    </div>
  )
}

/** Reading goes on at the heading of the application that follows one that was decided. */
function useHeadingAfterDecision(hasDecided: RefObject<boolean>, mentorId: string | undefined) {
  useEffect(() => {
    if (!hasDecided.current) return
    hasDecided.current = false
    // Reading goes on at the top of the next application.
    const heading = mentorId ? document.getElementById(applicantHeadingId) : null
    heading?.focus({ preventScroll: true })
    heading?.scrollIntoView({ block: 'start' })
  }, [hasDecided, mentorId])
}

function useMoreAtEnd(isLast: boolean, onMore: (() => void) | undefined) {
  const fetchMore = useEffectEvent(() => onMore?.())
  useEffect(() => {
    // Whoever steps through the line does not come to its end before it ends.
    if (isLast) fetchMore()
  }, [isLast])
}

type ApplicationActionsProps = {
  request: MentorRequest
  /** Nobody has decided it yet. */
  isOpen: boolean
  onAsk: (decision: 'accept' | 'refuse') => void
  onContinue: () => void
}

function ApplicationActions({ request, isOpen, onAsk, onContinue }: ApplicationActionsProps) {
  return isOpen ? (
    <>
      <Button variant="secondary" onClick={() => onAsk('refuse')}>
        <X className="size-5" aria-hidden="true" />
        Refuse
      </Button>
      <Button
        variant="positive"
        disabled={!request.isEmailVerified}
        aria-describedby={request.isEmailVerified ? undefined : unconfirmedNoteId}
        onClick={() => onAsk('accept')}
      >
        <Check className="size-5" aria-hidden="true" />
        Accept
      </Button>
    </>
  ) : (
    <>
      <p role="status" className="flex-1 basis-56 self-center text-ink-soft">
        This application has already been decided.
      </p>
      <Button variant="secondary" onClick={onContinue}>
        Continue
      </Button>
    </>
  )
}
