import type { MemberRole } from '@marga/contract/roles'
import type { Slot } from '@marga/contract/slots'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { moveWay } from '../../../lib/slots/move-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { proposalsQuery } from '../queries.ts'
import { openProposalOf } from '../rules.ts'
import { ProposeTimesDialog } from './propose-times-dialog.tsx'

type ProposeTimesProps = { of: MemberRole; slot: Slot; otherName: string; now: Date }

/** The way to ask for another time, while that is possible and nothing is proposed yet. */
export function ProposeTimes({ of: role, slot, otherName, now }: ProposeTimesProps) {
  const [isOpen, setIsOpen] = useState(false)
  const way = moveWay(slot, now)
  const proposals = useQuery({ ...proposalsQuery(role, slot._id), enabled: way !== 'closed' })
  // What is being sent may show among the proposals before its answer has come.
  const isProposed = openProposalOf(proposals.data ?? [], now) !== undefined
  if (way === 'closed' || (isProposed && !isOpen)) return null
  return (
    <div className="grid gap-2">
      <Button variant="secondary" isWide disabled={way === 'used'} onClick={() => setIsOpen(true)}>
        Propose another time
      </Button>
      <p className="text-sm text-ink-soft">
        {way === 'used'
          ? 'Cannot be moved again'
          : `The session stays as it is unless ${otherName} chooses another time`}
      </p>
      <ProposeTimesDialog
        isOpen={isOpen}
        of={role}
        slot={slot}
        otherName={otherName}
        onClose={() => setIsOpen(false)}
      />
    </div>
  )
}
