import type { TicketDispute } from '@marga/contract/disputes'
import type { ModeratedTicket } from '@marga/contract/tickets'
import { useState } from 'react'
import { closeWhenDecided } from '../../../lib/close-when-decided.ts'
import { Button } from '../../../ui/button.tsx'
import { type DisputeAction, disputeChoices } from '../dispute-rules.ts'
import { useDecideTicket } from '../mutations.ts'
import { DecideDisputeDialog } from './decide-dispute-dialog.tsx'

type DisputeDecisionProps = { ticket: ModeratedTicket; dispute: TicketDispute }

/** What can be decided of a dispute, each with what it does. */
export function DisputeDecision({ ticket, dispute }: DisputeDecisionProps) {
  const [asking, setAsking] = useState<DisputeAction | null>(null)
  const decide = useDecideTicket()
  const choices = disputeChoices(dispute, ticket)
  const asked = choices.find(({ action }) => action === asking)
  return (
    <section aria-label="Decide the dispute" className="grid grid-cols-1 gap-3 border-t border-line pt-5">
      {choices.map(({ action, label, meaning }, index) => (
        <div
          key={action}
          className="grid grid-cols-1 items-center gap-x-4 gap-y-1.5 sm:grid-cols-[12rem_minmax(0,1fr)]"
        >
          <Button variant={index === 0 ? 'primary' : 'secondary'} onClick={() => setAsking(action)}>
            {label}
          </Button>
          <p className="text-sm text-ink-soft">{meaning}</p>
        </div>
      ))}
      {asked ? (
        <DecideDisputeDialog
          isOpen
          about={`dispute.${ticket._id}.${asked.action}`}
          label={asked.label}
          meaning={asked.meaning}
          isLoading={decide.isPending}
          onConfirm={(note, end) => {
            const decision = { ticketId: ticket._id, action: asked.action, note }
            // Awaited: the decided ticket takes the dialog away before a mutation would call it back.
            void decide
              .mutateAsync(
                decision,
                closeWhenDecided(() => setAsking(null)),
              )
              .then(end, () => undefined)
          }}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </section>
  )
}
