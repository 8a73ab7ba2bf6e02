import type { CaseEvidence } from '@marga/contract/case-evidence'
import { type DecisionReason, decisionReasonCodes, decisionReasons } from '@marga/contract/case-states'
import type { ModerationCase } from '@marga/contract/moderation-case'
import type { KeyboardEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { textsOf } from '../decision-rules.ts'
import { audiencesOf, namesRaiser } from '../draft-rules.ts'
import { type DecisionFormState, useDecisionForm } from '../hooks/use-decision-form.ts'
import { reasonCodesOf } from '../outcome-rules.ts'
import { concernedOf, personOf } from '../rules.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { OutcomeChoices } from './outcome-choices.tsx'

type DecisionFormProps = { of: ModerationCase; evidence: CaseEvidence }

/** What is done, why, and what each side reads of it. */
export function DecisionForm({ of, evidence }: DecisionFormProps) {
  const form = useDecisionForm(of, evidence)
  return (
    <>
      <form
        method="post"
        noValidate
        className="grid grid-cols-1 gap-5"
        onKeyDown={(event) => onFormKey(event, form)}
        onSubmit={(event) => {
          event.preventDefault()
          form.submit()
        }}
      >
        <fieldset disabled={form.isSending} className="contents">
          <OutcomeChoices of={of} evidence={evidence} form={form} />
          <ReasonField of={of} form={form} />
          <Texts of={of} form={form} />
          {form.errors.form ? (
            <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-sm text-danger-ink">
              {form.errors.form}
            </p>
          ) : null}
          <Button type="submit" isWide isLoading={form.isSending}>
            Decide
          </Button>
        </fieldset>
      </form>
      {form.summary ? (
        <DecisionDialog
          of={of}
          decision={form.summary}
          isLoading={form.isSending}
          onConfirm={form.confirm}
          onClose={form.closeSummary}
        />
      ) : null}
    </>
  )
}

/** A digit ticks an outcome, unless it is typed into a field; Ctrl or Command with Enter decides from anywhere. */
function onFormKey(event: KeyboardEvent<HTMLFormElement>, form: DecisionFormState) {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    if (!form.isSending) form.submit()
    return
  }
  const isTicking = event.target instanceof HTMLInputElement && event.target.type === 'checkbox'
  const choice = /^[1-9]$/.test(event.key) ? form.choices[Number(event.key) - 1] : undefined
  if (!isTicking || !choice || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  form.toggle(choice.kind)
}

type PartProps = { of: ModerationCase; form: DecisionFormState }

function ReasonField({ of, form }: PartProps) {
  const { values, errors, change } = form
  const options = [
    { value: '', label: 'Choose a reason' },
    ...reasonCodesOf(of.kind, decisionReasonCodes).map((value) => ({ value, label: decisionReasons[value] })),
  ]
  return (
    <Field label="Reason" hint="From the published list." error={errors.reason} isRequired>
      {(control) => (
        <Select
          {...control}
          options={options}
          value={values.reason}
          onChange={(event) =>
            change({ reason: event.currentTarget.value as DecisionReason | '', isReasonChosen: true })
          }
        />
      )}
    </Field>
  )
}

const textMax = 2000

/** What each side reads. The drafts change with the decision until they are edited. */
function Texts({ of, form }: PartProps) {
  const { values, errors, change } = form
  const raiser = personOf(of, 'raiser')
  const audiences = audiencesOf(values, of)
  const texts = textsOf(values, of)
  // In a dispute both know with whom they have it.
  const isSecret = raiser !== undefined && of.kind !== 'contest' && of.kind !== 'refund'
  const leak =
    isSecret && namesRaiser(texts.text ?? '', raiser, concernedOf(of))
      ? 'This names the person who raised it. They must not be named.'
      : undefined
  return (
    <>
      {texts.text !== null ? (
        <DraftField
          label={`Text to ${audiences.concerned}`}
          hint={isSecret ? 'Never says who raised it.' : undefined}
          error={errors.text ?? leak}
          text={texts.text}
          onChange={(text) => change({ text })}
          onRedraft={values.text === null ? undefined : () => change({ text: null })}
        />
      ) : null}
      {texts.raiserText !== null ? (
        <DraftField
          label={`Text to ${audiences.raiser}`}
          error={errors.raiserText}
          text={texts.raiserText}
          onChange={(raiserText) => change({ raiserText })}
          onRedraft={values.raiserText === null ? undefined : () => change({ raiserText: null })}
        />
      ) : null}
    </>
  )
}

type DraftFieldProps = {
  label: string
  hint?: string | undefined
  error: string | undefined
  text: string
  onChange: (text: string) => void
  /** Only where the draft was edited. */
  onRedraft: (() => void) | undefined
}

const DraftField = ({ label, hint, error, text, onChange, onRedraft }: DraftFieldProps) => (
  <div className="grid grid-cols-1 gap-1">
    <Field label={label} {...(hint ? { hint } : {})} {...(error ? { error } : {})}>
      {(control) => (
        <Textarea
          {...control}
          rows={4}
          maxLength={textMax}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
    {onRedraft ? (
      <Button variant="quiet" size="sm" className="justify-self-start" onClick={onRedraft}>
        Use the draft again
      </Button>
    ) : null}
  </div>
)
