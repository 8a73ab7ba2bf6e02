import type { MemberRole } from '@marga/contract/roles'
import type { Slot } from '@marga/contract/slots'
import { useQuery } from '@tanstack/react-query'
import { useIsOffline } from '../../../lib/online.ts'
import { Button } from '../../../ui/button.tsx'
import { useAnswerProposal } from '../mutations.ts'
import { proposalsQuery } from '../queries.ts'
import { openProposalOf } from '../rules.ts'
import { OpenProposal } from './open-proposal.tsx'

type SlotProposalProps = { of: MemberRole; slot: Slot; now: Date }

/** The proposal for a booked session that waits for an answer, if there is one. */
export function SlotProposal({ of: role, slot, now }: SlotProposalProps) {
  const isOffline = useIsOffline()
  const isAhead = slot.status === 'booked' && new Date(slot.start) > now
  const proposals = useQuery({ ...proposalsQuery(role, slot._id), enabled: isAhead })
  // Here, not in the proposal: that may have gone before the answer to taking it has come.
  const answer = useAnswerProposal(role)
  if (!isAhead) return null
  if (proposals.isError && !proposals.data) {
    if (isOffline)
      return <p className="text-sm text-ink-soft">Proposed times show when the connection is back.</p>
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-danger-ink">
        We could not check for proposed times.
        <Button
          variant="secondary"
          size="sm"
          isLoading={proposals.isFetching}
          onClick={() => void proposals.refetch()}
        >
          Try again
        </Button>
      </p>
    )
  }
  const open = proposals.data && openProposalOf(proposals.data, now)
  const other = role === 'mentee' ? slot.mentorId : slot.menteeId
  return open ? (
    <OpenProposal
      of={role}
      proposal={open}
      otherName={other?.firstName ?? 'The mentee'}
      now={now}
      answer={answer}
    />
  ) : null
}
