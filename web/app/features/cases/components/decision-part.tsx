import type { CaseEvidence } from '@marga/contract/case-evidence'
import type { ModerationCase } from '@marga/contract/moderation-case'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatTime } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { buttonStyle } from '../../../ui/button-style.ts'
import { Card } from '../../../ui/card.tsx'
import { useDecideCase } from '../mutations.ts'
import { claimNow } from '../queue-rules.ts'
import { caseFailure, decidedText, wasDecided } from '../rules.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { DecisionForm } from './decision-form.tsx'
import { DecisionSummary } from './decision-summary.tsx'

type DecisionPartProps = {
  of: ModerationCase
  evidence: CaseEvidence
  id: string
  now: Date
  nextHref: string | undefined
}

/** What may be decided, what waits to be confirmed, or what was decided. */
export function DecisionPart({ of, evidence, id, now, nextHref }: DecisionPartProps) {
  return (
    <Card
      role="region"
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-24 grid-cols-1 gap-4 outline-none"
    >
      <h2 id={`${id}-title`} data-title className="text-xl">
        {titleOf(of)}
      </h2>
      {of.status === 'decided' ? (
        <Decided of={of} nextHref={nextHref} />
      ) : of.proposal && !of.isOthersToDecide ? (
        <Proposed of={of} proposal={of.proposal} evidence={evidence} now={now} />
      ) : (
        <Open of={of} evidence={evidence} now={now} />
      )}
    </Card>
  )
}

function titleOf({ status, decision }: ModerationCase): string {
  if (status === 'open') return 'The decision'
  return wasDecided(decision) ? 'Decided' : 'Closed'
}

type DecidedProps = { of: ModerationCase; nextHref: string | undefined }

function Decided({ of, nextHref }: DecidedProps) {
  const { decision } = of
  const why = decision?.text
  return (
    <div className="grid grid-cols-1 gap-4">
      {wasDecided(decision) ? (
        <>
          <p role="status" className="text-sm text-ink-soft wrap-anywhere">
            Decided {decidedText(decision)}
          </p>
          <DecisionSummary of={of} decision={decision} />
        </>
      ) : (
        <div role="status" className="grid gap-1 text-ink-soft">
          <p>This was closed without a decision.</p>
          {why ? <p className="wrap-anywhere">{why}</p> : null}
        </div>
      )}
      {nextHref ? (
        <Link to={nextHref} className={buttonStyle({ variant: 'primary', isWide: true })}>
          Next case
        </Link>
      ) : null}
    </div>
  )
}

type OpenProps = { of: ModerationCase; evidence: CaseEvidence; now: Date }

function Open({ of, evidence, now }: OpenProps) {
  const claim = claimNow(of, now)
  if (of.isOthersToDecide)
    return (
      <p className="text-ink-soft">
        {of.concernsYou
          ? 'This concerns an account under your own address, so another moderator decides it.'
          : 'You decided what is appealed here, so another moderator decides the appeal.'}
      </p>
    )
  if (claim && !claim.isYou)
    return (
      <p role="status" className="rounded-md bg-sunken px-4 py-3 text-ink-soft wrap-anywhere">
        {claim.name} is deciding this until {formatTime(claim.until)}. You can read it and add notes.
      </p>
    )
  return (
    <>
      {of.concernsYou ? (
        <p className="text-ink-soft">
          This concerns an account under your own address. No other moderator can decide it.
        </p>
      ) : null}
      <DecisionForm of={of} evidence={evidence} />
    </>
  )
}

type ProposedProps = OpenProps & { proposal: NonNullable<ModerationCase['proposal']> }

/** A large refund that one moderator wants; the others confirm it, or decide something else. */
function Proposed({ of, proposal, evidence, now }: ProposedProps) {
  const [isOtherwise, setIsOtherwise] = useState(false)
  // When it was proposed: what another moderator proposes meanwhile is another question.
  const [asked, setAsked] = useState<string>()
  const [error, setError] = useState<string>()
  const decide = useDecideCase(of._id)
  const confirm = () => {
    const { outcomes, reason, text, raiserText } = proposal
    decide.mutate(
      { outcomes, reason: reason ?? 'other', text, ...(raiserText === null ? {} : { raiserText }) },
      {
        onError: (failure) => {
          setAsked(undefined)
          setError(caseFailure(failure))
        },
      },
    )
  }
  return (
    <>
      <div className="grid grid-cols-1 gap-3 rounded-md bg-accent-soft px-4 py-3.5">
        <p className="text-sm wrap-anywhere">
          {proposal.isYours ? 'You proposed this. ' : `Proposed ${decidedText(proposal)}. `}
          {proposal.isYours
            ? 'It happens once another moderator confirms it. Until then you can decide otherwise, and what needs no second moderator happens at once.'
            : 'It happens once you or another moderator confirms it.'}
        </p>
        <DecisionSummary of={of} decision={proposal} />
      </div>
      {error ? (
        <p role="alert" className="text-sm text-danger-ink">
          {error}
        </p>
      ) : null}
      {isOtherwise ? null : (
        <div className="flex flex-wrap gap-3">
          {proposal.isYours ? null : <Button onClick={() => setAsked(proposal.at)}>Confirm</Button>}
          <Button variant="secondary" onClick={() => setIsOtherwise(true)}>
            Decide otherwise
          </Button>
        </div>
      )}
      {isOtherwise ? <Open of={of} evidence={evidence} now={now} /> : null}
      {asked === proposal.at ? (
        <DecisionDialog
          of={of}
          decision={proposal}
          isConfirmation
          isLoading={decide.isPending}
          onConfirm={confirm}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </>
  )
}
