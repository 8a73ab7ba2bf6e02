import type { MentorRequest } from '@marga/contract/moderation'
import { Check, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { type Decision, useDecide } from '../mutations.ts'
import { isSettled, nextInLine } from '../rules.ts'
import { ApplicantQueue } from './applicant-queue.tsx'
import { Application, applicantHeadingId, unconfirmedNoteId } from './application.tsx'
import { AcceptDialog, RefuseDialog } from './decision-dialogs.tsx'

type ApplicantsProps = { requests: readonly MentorRequest[] }

/** One application at a time, with the queue beside it. */
export function Applicants({ requests }: ApplicantsProps) {
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [asking, setAsking] = useState<'accept' | 'refuse' | null>(null)
  const decide = useDecide()
  const hasDecided = useRef(false)
  const chosen = requests.find(({ mentorId }) => mentorId === chosenId) ?? requests[0]
  useEffect(() => {
    if (!hasDecided.current) return
    hasDecided.current = false
    // Reading goes on at the top of the next application.
    if (chosen?.mentorId) document.getElementById(applicantHeadingId)?.focus()
  }, [chosen?.mentorId])
  if (!chosen) return null

  const goOn = () => {
    setAsking(null)
    hasDecided.current = true
    setChosenId(nextInLine(requests, chosen.mentorId))
  }
  const send = (decision: Decision) =>
    decide.mutate(decision, { onSuccess: goOn, onError: (error) => isSettled(error) && goOn() })
  const dialog = { request: chosen, isLoading: decide.isPending, onClose: () => setAsking(null) }
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <ApplicantQueue requests={requests} chosenId={chosen.mentorId} onChoose={setChosenId} />
      <Application
        key={chosen.mentorId}
        request={chosen}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking('refuse')}>
              <X className="size-5" aria-hidden="true" />
              Refuse
            </Button>
            <Button
              variant="positive"
              disabled={!chosen.isEmailVerified}
              aria-describedby={chosen.isEmailVerified ? undefined : unconfirmedNoteId}
              onClick={() => setAsking('accept')}
            >
              <Check className="size-5" aria-hidden="true" />
              Accept
            </Button>
          </>
        }
      />
      {asking === 'accept' ? (
        <AcceptDialog {...dialog} onConfirm={() => send({ kind: 'accept', request: chosen })} />
      ) : null}
      {asking === 'refuse' ? (
        <RefuseDialog {...dialog} onConfirm={(reason) => send({ kind: 'refuse', request: chosen, reason })} />
      ) : null}
    </div>
  )
}
