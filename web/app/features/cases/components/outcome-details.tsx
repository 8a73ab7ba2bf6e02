import type { CaseEvidence } from '@marga/contract/case-evidence'
import type { OutcomeKind } from '@marga/contract/case-states'
import { sanctionDaysMax } from '@marga/contract/case-states'
import type { ModerationCase } from '@marga/contract/moderation-case'
import { formatRupees } from '@marga/contract/prices'
import { formatShortMoment } from '../../../lib/dates.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { isShortened, sessionText } from '../history-rules.ts'
import type { DecisionFormState } from '../hooks/use-decision-form.ts'
import { correctionNames, sanctionable } from '../outcome-rules.ts'
import { fullName } from '../rules.ts'

type OutcomeDetailsProps = {
  of: ModerationCase
  evidence: CaseEvidence
  form: DecisionFormState
  kind: OutcomeKind
}

/** For how long, for whom, how much, which session: what an outcome needs beside its name. */
export function OutcomeDetails(props: OutcomeDetailsProps) {
  const { of, evidence, kind } = props
  const isSanction = kind === 'warn' || kind === 'restrict' || kind === 'suspend' || kind === 'block'
  const isOfSession = kind === 'return_call' || kind === 'correct_session'
  const parts = [
    kind === 'restrict' || kind === 'suspend' ? <Days key="days" {...props} /> : null,
    isSanction && sanctionable(of).length > 1 ? <WhoField key="who" {...props} /> : null,
    kind === 'refund' ? <Amount key="amount" {...props} /> : null,
    isOfSession && !evidence.session ? <SessionField key="session" {...props} /> : null,
    kind === 'correct_session' ? <Correction key="correction" {...props} /> : null,
  ].filter(Boolean)
  if (parts.length === 0) return null
  return <div className="grid grid-cols-1 gap-3 px-3 pt-1 pb-3 lg:pl-10.5">{parts}</div>
}

function Days({ form, kind }: OutcomeDetailsProps) {
  const { values, errors, change } = form
  return (
    <Field label="For how many days?" error={errors[`${kind}.days`]} isRequired>
      {(control) => (
        <Input
          {...control}
          type="number"
          inputMode="numeric"
          min={1}
          max={sanctionDaysMax}
          value={values.days[kind] ?? ''}
          onChange={(event) => change({ days: { ...values.days, [kind]: event.currentTarget.value } })}
        />
      )}
    </Field>
  )
}

function WhoField({ of, form, kind }: OutcomeDetailsProps) {
  const { values, errors, change } = form
  const options = sanctionable(of).map((person) => ({
    value: person._id,
    label: fullName(person),
  }))
  return (
    <Field label="Who?" error={errors[`${kind}.personId`]}>
      {(control) => (
        <Select
          {...control}
          options={options}
          value={values.persons[kind] ?? options[0]?.value}
          onChange={(event) => change({ persons: { ...values.persons, [kind]: event.currentTarget.value } })}
        />
      )}
    </Field>
  )
}

function Amount({ evidence, form }: OutcomeDetailsProps) {
  const { values, errors, change } = form
  return (
    <Field
      label="How many rupees?"
      error={errors['refund.amount']}
      hint={`At most ${formatRupees(evidence.refundable)}`}
      isRequired
    >
      {(control) => (
        <Input
          {...control}
          type="number"
          inputMode="numeric"
          min={1}
          max={evidence.refundable}
          value={values.amount}
          onChange={(event) => change({ amount: event.currentTarget.value })}
        />
      )}
    </Field>
  )
}

function SessionField({ evidence, form, kind }: OutcomeDetailsProps) {
  const { values, errors, change } = form
  const { sessions } = evidence
  const options = [
    { value: '', label: 'Choose the session' },
    ...sessions.map((session) => ({
      value: session._id,
      label: `${formatShortMoment(session.start)}, ${sessionText(session).toLowerCase()}`,
    })),
  ]
  return (
    <Field
      label="Which session?"
      hint={
        isShortened(evidence, 'sessions')
          ? `The newest ${sessions.length} of the two. Older ones are not listed.`
          : undefined
      }
      error={errors[`${kind}.slotId`]}
      isRequired
    >
      {(control) => (
        <Select
          {...control}
          options={options}
          value={values.slots[kind] ?? ''}
          onChange={(event) => change({ slots: { ...values.slots, [kind]: event.currentTarget.value } })}
        />
      )}
    </Field>
  )
}

const corrections = [
  { value: '', label: 'Choose what happened' },
  ...Object.entries(correctionNames).map(([value, label]) => ({ value, label })),
]

function Correction({ form }: OutcomeDetailsProps) {
  const { values, errors, change } = form
  return (
    <Field label="What happened?" error={errors['correct_session.outcome']} isRequired>
      {(control) => (
        <Select
          {...control}
          options={corrections}
          value={values.correction}
          onChange={(event) => change({ correction: event.currentTarget.value })}
        />
      )}
    </Field>
  )
}
