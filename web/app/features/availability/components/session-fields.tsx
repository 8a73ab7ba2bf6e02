import { limits } from '@marga/contract/limits'
import type { ReactNode } from 'react'
import { pluralize } from '../../../lib/pluralize.ts'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { Select } from '../../../ui/select.tsx'
import type { HoursDraft } from '../hours-rules.ts'
import type { ErrorAt } from '../refusal.ts'

type Change = (changed: Partial<HoursDraft>) => void
type SessionFieldsProps = { draft: HoursDraft; errorAt: ErrorAt; onChange: Change }

const buffers = [0, 5, 10, 15, 20, 30]
const notices = [0, 1, 2, 4, 8, 12, 24, 48, 72]
const horizons = [7, 14, 21, 28, 42, 60]
const perDay = [1, 2, 3, 4, 5, 6, 8, 10]
const perWeek = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30]

const noticeText = (hours: number) =>
  hours === 0
    ? 'Until the start'
    : hours < 48
      ? `${pluralize(hours, 'hour')} before`
      : `${hours / 24} days before`

/** How long sessions are, what lies between them, and how many there may be. */
export function SessionFields({ draft, errorAt, onChange }: SessionFieldsProps) {
  return (
    <Card className="grid grid-cols-1 gap-5">
      <CardTitle>Sessions</CardTitle>
      <RadioCards<'30' | '60'>
        legend="Length"
        isRow
        name="session-minutes"
        options={[
          { value: '30', label: '30 minutes' },
          { value: '60', label: '60 minutes' },
        ]}
        value={draft.sessionMinutes === 30 ? '30' : '60'}
        onChange={(value) => onChange({ sessionMinutes: value === '30' ? 30 : 60 })}
      />
      <Amount
        label="Pause between sessions"
        value={draft.bufferMinutes}
        choices={buffers}
        textOf={(minutes) => (minutes === 0 ? 'None' : `${minutes} minutes`)}
        error={errorAt('bufferMinutes')}
        onChange={(bufferMinutes) => onChange({ bufferMinutes })}
      />
      <Amount
        label="Can be booked until"
        value={draft.noticeHours}
        choices={notices}
        textOf={noticeText}
        error={errorAt('noticeHours')}
        onChange={(noticeHours) => onChange({ noticeHours })}
      />
      <Amount
        label="How far ahead"
        value={draft.horizonDays}
        choices={horizons}
        textOf={(days) => `${days} days`}
        error={errorAt('horizonDays')}
        onChange={(horizonDays) => onChange({ horizonDays })}
      />
      <div className="grid grid-cols-2 gap-4">
        <Limit
          label="Most a day"
          value={draft.maxPerDay}
          choices={perDay}
          error={errorAt('maxPerDay')}
          onChange={(maxPerDay) => onChange({ maxPerDay })}
        />
        <Limit
          label="Most a week"
          value={draft.maxPerWeek}
          choices={perWeek}
          error={errorAt('maxPerWeek')}
          onChange={(maxPerWeek) => onChange({ maxPerWeek })}
        />
      </div>
    </Card>
  )
}

type AmountProps = {
  label: string
  hint?: ReactNode
  value: number
  choices: readonly number[]
  textOf: (value: number) => string
  error: string | undefined
  onChange: (value: number) => void
}

/** One of a few numbers, and whatever else was saved. */
function Amount({ label, hint, value, choices, textOf, error, onChange }: AmountProps) {
  const all = choices.includes(value) ? choices : [...choices, value].sort((one, other) => one - other)
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Select
          {...control}
          value={String(value)}
          onChange={(event) => onChange(Number(event.currentTarget.value))}
          options={all.map((each) => ({ value: String(each), label: textOf(each) }))}
        />
      )}
    </Field>
  )
}

type LimitProps = Omit<AmountProps, 'value' | 'textOf' | 'onChange'> & {
  value: number | null
  onChange: (value: number | null) => void
}

/** A most of something, or none. */
const Limit = ({ value, choices, onChange, ...field }: LimitProps) => (
  <Amount
    {...field}
    value={value ?? 0}
    choices={[0, ...choices]}
    textOf={(each) => (each === 0 ? 'No limit' : pluralize(each, 'session'))}
    onChange={(each) => onChange(each === 0 ? null : each)}
  />
)

const places = [0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100]
const unlimited = 'none'

/** For how many mentees there is room. */
export function PlaceFields({ draft: { capacity }, errorAt, onChange }: SessionFieldsProps) {
  const error = errorAt('capacity')
  const all =
    capacity === null || places.includes(capacity) ? places : [...places, capacity].sort((a, b) => a - b)
  return (
    <Card className="grid grid-cols-1 gap-5">
      <CardTitle>Places for mentees</CardTitle>
      <Field
        label="How many mentees at once"
        hint={`When all places are taken, others can join a waitlist. A place that becomes free is kept ${limits.placeOfferHours} hours for the first of them.`}
        error={error}
      >
        {(control) => (
          <Select
            {...control}
            value={capacity === null ? unlimited : String(capacity)}
            onChange={({ currentTarget: { value } }) =>
              onChange({ capacity: value === unlimited ? null : Number(value) })
            }
            options={[
              { value: unlimited, label: 'No limit' },
              ...all.map((each) => ({
                value: String(each),
                label: each === 0 ? 'None: no new mentees' : pluralize(each, 'mentee'),
              })),
            ]}
          />
        )}
      </Field>
    </Card>
  )
}
