import { secondModeratorRupees } from '@marga/contract/case-states'
import type { ModerationCase } from '@marga/contract/moderation-case'
import type { DecisionForm, Outcome } from '@marga/contract/outcomes'
import { formatRupees } from '@marga/contract/prices'
import { BlockConsequences } from '../../../components/block-consequences.tsx'
import { currentTime } from '../../../lib/clock.ts'
import { formatDate } from '../../../lib/dates.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { needsSecond, outcomeText } from '../outcome-rules.ts'
import { concernedOf, fullName } from '../rules.ts'

type Decision = Pick<DecisionForm, 'outcomes'>
type DecisionDialogProps = {
  of: ModerationCase
  decision: Decision
  /** Confirms what another moderator has proposed. */
  isConfirmation?: boolean
  isLoading: boolean
  onConfirm: () => void
  onClose: () => void
}

/** What was given before is the server's to count. */
const atOnceText = (givesMoney: boolean) =>
  givesMoney
    ? `It happens at once. If refunds to this pair would come to more than ${formatRupees(secondModeratorRupees)} within 30 days, it waits for another moderator instead.`
    : 'It happens at once.'

/** What will happen, all of it, before money goes back or somebody is shut out. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { of, decision, isConfirmation, isLoading, onConfirm, onClose } = props
  const outcomes = decision.outcomes as Outcome[]
  const isProposal = needsSecond(outcomes) && !isConfirmation
  const givesMoney = !isConfirmation && outcomes.some(({ kind }) => kind === 'refund')
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={isProposal ? 'Propose this?' : 'Decide this?'}
      description={
        isProposal ? 'Another moderator must confirm it before anything happens.' : atOnceText(givesMoney)
      }
      confirmLabel={isProposal ? 'Propose' : isConfirmation ? 'Confirm' : 'Decide'}
      cancelLabel="Not yet"
      isDestructive={outcomes.some(({ kind }) => kind === 'block' || kind === 'suspend')}
      isLoading={isLoading}
      onConfirm={onConfirm}
    >
      <ul className="grid grid-cols-1 gap-3">
        {outcomes.map((outcome) => (
          <li key={outcome.kind} className="min-w-0">
            <p className="font-semibold wrap-anywhere">{outcomeText(outcome, of)}</p>
            <Consequences of={of} outcome={outcome} />
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

function Consequences({ of, outcome }: { of: ModerationCase; outcome: Outcome }) {
  const person =
    'personId' in outcome && outcome.personId
      ? of.people.find(({ _id }) => _id === outcome.personId)
      : concernedOf(of)
  if (outcome.kind === 'block' && person)
    return <BlockConsequences of={person.role} personId={person._id} isTicketsElsewhere />
  if (outcome.kind === 'suspend' && person) {
    const until = new Date(currentTime().getTime() + outcome.days * 86_400_000)
    return (
      <p className="text-sm text-ink-soft wrap-anywhere">
        {fullName(person)} cannot sign in until {formatDate(until)}. Sessions until then are cancelled, and
        calls given back.
      </p>
    )
  }
  if (outcome.kind === 'refund')
    return (
      <p className="text-sm text-ink-soft">
        {of.kind === 'refund'
          ? `Up to ${formatRupees(outcome.amount)} goes back to the mentee the way it was paid, as far as it is unused. If the subscription still runs, it ends with its booked sessions.`
          : `${formatRupees(outcome.amount)} goes back to the mentee the way it was paid.`}
      </p>
    )
  return null
}
