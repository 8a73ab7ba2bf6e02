import type { MemberRole } from '@marga/contract/roles'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Answer } from '../mutations.ts'
import { AnswerDialog } from './answer-dialog.tsx'

/** The mutation of a contest, or of a refund request. */
export type Answering = {
  isPending: boolean
  /** What was answered last, and to which of them. */
  variables: Answer | undefined
  error: Error | null
  mutate: (answer: Answer, then: { onSuccess: () => void }) => void
  reset: () => void
  abandon: () => void
}

type DisputeAnswerProps = {
  of: MemberRole
  id: string
  meaning: { agree: string; disagree: string }
  answering: Answering
}

/** Agree or not, each with what it does beside the button; asked once more, with room for a few words. */
export function DisputeAnswer({ of: role, id, meaning, answering }: DisputeAnswerProps) {
  const [asking, setAsking] = useState<'agree' | 'disagree' | null>(null)
  // It is one for all of a page, and a refused one may be gone before its dialog is closed.
  const error = answering.variables?.id === id ? answering.error : null
  const close = () => {
    answering.abandon()
    answering.reset()
    setAsking(null)
  }
  return (
    <>
      <ul className="grid grid-cols-1 gap-2.5">
        <li className="grid grid-cols-1 items-center gap-x-3 gap-y-1 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <Button size="sm" onClick={() => setAsking('agree')}>
            Agree
          </Button>
          <p className="text-ink-soft">{meaning.agree}</p>
        </li>
        <li className="grid grid-cols-1 items-center gap-x-3 gap-y-1 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <Button variant="secondary" size="sm" onClick={() => setAsking('disagree')}>
            Do not agree
          </Button>
          <p className="text-ink-soft">{meaning.disagree}</p>
        </li>
      </ul>
      <AnswerDialog
        isOpen={asking !== null}
        of={role}
        id={id}
        agree={asking === 'agree'}
        meaning={meaning[asking ?? 'agree']}
        isLoading={answering.isPending}
        error={error && error.name !== 'AbortError' ? error.message : null}
        onSend={(text, end) => {
          const onSuccess = () => {
            end()
            setAsking(null)
          }
          answering.mutate({ id, agree: asking === 'agree', text }, { onSuccess })
        }}
        onClose={close}
      />
    </>
  )
}
