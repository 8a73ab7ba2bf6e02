import type { CaseEvidence } from '@marga/contract/case-evidence'
import type { OutcomeKind } from '@marga/contract/case-states'
import type { ModerationCase } from '@marga/contract/moderation-case'
import type { DecisionFormState } from '../hooks/use-decision-form.ts'
import { OutcomeDetails } from './outcome-details.tsx'

type OutcomeChoicesProps = { of: ModerationCase; evidence: CaseEvidence; form: DecisionFormState }

/** What can be done, each with what it does; under a ticked one what else has to be said. */
export function OutcomeChoices({ of, evidence, form }: OutcomeChoicesProps) {
  const { choices, values, errors, toggle } = form
  const errorId = errors.outcomes ? 'outcomes-error' : undefined
  return (
    <fieldset className="min-w-0" aria-describedby={errorId}>
      <legend className="mb-1.5 text-sm font-semibold">What to do</legend>
      <div className="grid grid-cols-1 gap-1.5">
        {choices.map(({ kind, name, meaning }, index) => (
          <div
            key={kind}
            className="rounded-md border border-line-strong bg-surface has-[>label_input:checked]:border-accent"
          >
            <OutcomeChoice
              {...{ kind, name, meaning }}
              digit={index + 1}
              isChosen={values.outcomes.includes(kind)}
              onToggle={() => toggle(kind)}
            />
            {values.outcomes.includes(kind) ? (
              <OutcomeDetails of={of} evidence={evidence} form={form} kind={kind} />
            ) : null}
            {errors[`${kind}.kind`] ? (
              <p role="alert" className="px-3 pb-2.5 text-sm text-danger-ink">
                {errors[`${kind}.kind`]}
              </p>
            ) : null}
          </div>
        ))}
      </div>
      {errors.outcomes ? (
        <p id={errorId} className="mt-1.5 text-sm text-danger-ink">
          {errors.outcomes}
        </p>
      ) : null}
    </fieldset>
  )
}

type OutcomeChoiceProps = {
  kind: OutcomeKind
  name: string
  meaning: string
  digit: number
  isChosen: boolean
  onToggle: () => void
}

const OutcomeChoice = ({ kind, name, meaning, digit, isChosen, onToggle }: OutcomeChoiceProps) => (
  <label className="flex items-start gap-3 rounded-md px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
    <input
      type="checkbox"
      name={`outcome-${kind}`}
      checked={isChosen}
      onChange={onToggle}
      className="mt-1 size-4.5 shrink-0 accent-accent outline-none"
    />
    <span className="min-w-0 flex-1">
      <span className="font-semibold">{name}</span>
      <span className="block text-sm text-ink-soft">{meaning}</span>
    </span>
    {digit < 10 ? (
      <span aria-hidden="true" className="mt-0.5 text-xs text-ink-faint max-lg:hidden">
        {digit}
      </span>
    ) : null}
  </label>
)
