import type { ModerationCase } from '@marga/contract/moderation-case'
import { reasonText } from '../history-rules.ts'
import { outcomeText } from '../outcome-rules.ts'
import { Quote } from './part.tsx'

type Decision = NonNullable<ModerationCase['decision']>

/** Outcomes, reason and texts as they were decided or proposed. */
export const DecisionSummary = ({ of, decision }: { of: ModerationCase; decision: Decision }) => (
  <div className="grid grid-cols-1 gap-3">
    <ul className="grid gap-1">
      {decision.outcomes.map((outcome) => (
        <li key={outcome.kind} className="font-semibold wrap-anywhere">
          {outcomeText(outcome, of)}
        </li>
      ))}
    </ul>
    <p className="text-sm text-ink-soft">{reasonText(decision.reason)}</p>
    {decision.text ? <Quote by={textTitle(of)} text={decision.text} /> : null}
    {decision.raiserText ? <Quote by="To the person who raised it" text={decision.raiserText} /> : null}
  </div>
)

function textTitle({ kind }: ModerationCase): string {
  if (kind === 'application') return 'To the applicant'
  if (kind === 'appeal') return 'To the person who appealed'
  return kind === 'contest' || kind === 'refund' ? 'To both of them' : 'To the person it is about'
}
