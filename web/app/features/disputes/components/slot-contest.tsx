import type { Contest } from '@marga/contract/disputes'
import type { MemberRole } from '@marga/contract/roles'
import type { Slot } from '@marga/contract/slots'
import { useState } from 'react'
import { formatShortMoment } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { useAnswerContest } from '../mutations.ts'
import { canContest, contestEndsAt } from '../rules.ts'
import { AnswerableContest } from './answerable-contest.tsx'
import { ContestDialog } from './contest-dialog.tsx'

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
  const [isContesting, setIsContesting] = useState(false)
  const answering = useAnswerContest(role)
  return (
    <>
      {contest ? (
        <AnswerableContest of={role} userId={userId} contest={contest} answering={answering} />
      ) : canContest(role, slot, now) ? (
        <ContestButton slot={slot} onContest={() => setIsContesting(true)} />
      ) : null}
      <ContestDialog isOpen={isContesting} of={role} slot={slot} onClose={() => setIsContesting(false)} />
    </>
  )
}

const ContestButton = ({ slot, onContest }: { slot: Slot; onContest: () => void }) => (
  <div className="grid grid-cols-1 items-center justify-items-start gap-x-3 gap-y-1 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
    <Button
      variant="secondary"
      size="sm"
      className="min-w-24"
      aria-label={`Contest the session of ${formatShortMoment(slot.start)}`}
      onClick={onContest}
    >
      Contest
    </Button>
    <p className="text-ink-soft">Recorded wrongly? Until {formatShortMoment(contestEndsAt(slot))}</p>
  </div>
)
