import type { api } from '@marga/contract/api'
import { decisionReasons } from '@marga/contract/case-states'
import type { ResponseOf } from '@marga/contract/endpoint'
import { appealedSentence } from '../appeal-rules.ts'
import { momentText } from '../rules.ts'

type Appeal = ResponseOf<typeof api.appeals.read>['appeal']

/** What was decided, as the person it concerns was told. */
export const AppealedDecision = ({ appeal }: { appeal: Appeal }) => (
  <section
    aria-label="What was decided"
    className="mb-6 grid grid-cols-1 gap-3 rounded-md bg-sunken px-4 py-4"
  >
    <ul className="grid gap-1 font-semibold">
      {appeal.sanctions.map((sanction) => (
        <li key={sanction.kind}>{appealedSentence(sanction)}</li>
      ))}
    </ul>
    {appeal.reason && appeal.reason !== 'other' ? (
      <p className="text-ink-soft">The reason: {decisionReasons[appeal.reason]}.</p>
    ) : null}
    {appeal.text ? <p className="whitespace-pre-line wrap-anywhere">{appeal.text}</p> : null}
    <p className="text-sm text-ink-faint">Decided on {momentText(appeal.decidedAt)}</p>
  </section>
)
