import type { Contest } from '@marga/contract/disputes'
import type { MemberRole } from '@marga/contract/roles'
import type { Slot } from '@marga/contract/slots'
import { useState } from 'react'
import { formatShortMoment } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { useAnswerContest } from '../mutations.ts'
import { canContest, contestAnswerMeaning, contestEndsAt, isWaitingContest } from '../rules.ts'
import { ContestDetails } from './contest-details.tsx'
import { ContestDialog } from './contest-dialog.tsx'
import { DisputeAnswer } from './dispute-answer.tsx'

type SlotContestProps = {
  of: MemberRole
  userId: string
  slot: Slot
  /** That of this session, if there is one. */
  contest: Contest | undefined
  now: Date
}

/** How a session that is over was contested, or the way to contest it while that is possible. */
export function SlotContest({ of: role, userId, slot, contest, now }: SlotContestProps) {
  if (contest) return <AnswerableContest of={role} userId={userId} contest={contest} />
  return canContest(role, slot, now) ? <RaiseContest of={role} slot={slot} /> : null
}

type AnswerableContestProps = { of: MemberRole; userId: string; contest: Contest }

/** A contest with, where it waits for this person, the answer to give. */
export function AnswerableContest({ of: role, userId, contest }: AnswerableContestProps) {
  const answering = useAnswerContest(role)
  return (
    <ContestDetails contest={contest} of={role} userId={userId}>
      {isWaitingContest(contest, role) ? (
        <DisputeAnswer
          id={contest._id}
          meaning={contestAnswerMeaning(role, contest.other.firstName)}
          answering={answering}
        />
      ) : null}
    </ContestDetails>
  )
}

function RaiseContest({ of: role, slot }: Pick<SlotContestProps, 'of' | 'slot'>) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="grid grid-cols-1 items-center justify-items-start gap-x-3 gap-y-1 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
      <Button
        variant="secondary"
        size="sm"
        className="min-w-24"
        aria-label={`Contest the session of ${formatShortMoment(slot.start)}`}
        onClick={() => setIsOpen(true)}
      >
        Contest
      </Button>
      <p className="text-ink-soft">Recorded wrongly? Until {formatShortMoment(contestEndsAt(slot))}</p>
      <ContestDialog isOpen={isOpen} of={role} slot={slot} onClose={() => setIsOpen(false)} />
    </div>
  )
}
