import { groupDigits } from '@marga/contract/digit-groups'
import type { Facets } from '@marga/contract/search'
import type { TimeOfDay } from '@marga/contract/times-of-day'
import { useId } from 'react'
import { Stars } from '../../../components/stars.tsx'
import { ownUtcOffset } from '../../../lib/dates.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Select } from '../../../ui/select.tsx'
import {
  anyPrice,
  anyRating,
  type Filters,
  priceOptions,
  ratingOptions,
  timeOfDayOptions,
  toggled,
  utcOffsetName,
} from '../rules.ts'

/** How many mentors a choice would give; nothing until that is known. */
const note = (count: number | undefined) =>
  count === undefined ? null : (
    <span className="tabular-nums">
      {groupDigits(count)}
      <span className="sr-only"> mentors</span>
    </span>
  )

type SearchFiltersProps = {
  filters: Filters
  /** How many mentors each choice would give; undefined until it is known. */
  facets?: Facets | undefined
  onChange: (filters: Filters) => void
}

/** One choice each, taken back by unchecking it, with how many mentors it would give. */
export function SearchFilters({ filters, facets, onChange }: SearchFiltersProps) {
  return (
    <div className="grid gap-7">
      <fieldset>
        <legend className="mb-2 font-semibold">Price per hour</legend>
        {priceOptions.map(({ value, label }) => (
          <Checkbox
            key={value}
            name="price"
            label={label}
            note={note(facets?.price[value])}
            checked={filters.price === value}
            onChange={() => onChange({ ...filters, price: toggled(filters.price, value, anyPrice) })}
          />
        ))}
      </fieldset>
      <RatingFilter filters={filters} facets={facets} onChange={onChange} />
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-semibold">Time, language and place</legend>
        <Checkbox
          name="available"
          label="Free this week"
          note={note(facets?.available)}
          checked={filters.available === 'week'}
          onChange={() => onChange({ ...filters, available: filters.available ? undefined : 'week' })}
        />
        <TimeOfDaySelect filters={filters} facets={facets} onChange={onChange} />
        <ValueSelect
          label="Language"
          any="Any language"
          chosen={filters.language}
          values={facets?.languages}
          onChange={(language) => onChange({ ...filters, language })}
        />
        <ValueSelect
          label="Place"
          any="Any place"
          chosen={filters.location}
          values={facets?.locations}
          onChange={(location) => onChange({ ...filters, location })}
        />
      </fieldset>
    </div>
  )
}

function RatingFilter({ filters, facets, onChange }: SearchFiltersProps) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">Rating</legend>
      {ratingOptions.map((value) => (
        <Checkbox
          key={value}
          name="rating"
          note={note(facets?.rating[value])}
          checked={filters.rating === value}
          onChange={() => onChange({ ...filters, rating: toggled(filters.rating, value, anyRating) })}
          label={
            <span className="inline-flex items-center gap-2">
              <span className="sr-only">{value === '1' ? '1 star' : `${value} stars`}</span>
              <span aria-hidden="true" className="inline-flex">
                <Stars rating={Number(value)} />
              </span>
              <span className="text-sm text-ink-soft">{value === '5' ? 'only' : '& up'}</span>
            </span>
          }
        />
      ))}
    </fieldset>
  )
}

/** By the clock of whoever chooses; an address that somebody shares keeps theirs, and says which. */
function TimeOfDaySelect({ filters, facets, onChange }: SearchFiltersProps) {
  const id = useId()
  const choose = (timeOfDay: TimeOfDay | undefined) =>
    onChange({ ...filters, timeOfDay, utcOffset: timeOfDay && ownUtcOffset() })
  const options = timeOfDayOptions.map(({ value, label }) => ({
    value,
    label: facets ? `${label} (${groupDigits(facets.timesOfDay[value])})` : label,
  }))
  return (
    <div>
      <label htmlFor={id} className="sr-only">
        Time of day
      </label>
      <Select
        id={id}
        options={[{ value: '', label: 'Any time of day' }, ...options]}
        value={filters.timeOfDay ?? ''}
        onChange={(event) => choose((event.target.value || undefined) as TimeOfDay | undefined)}
      />
      {filters.timeOfDay ? (
        <p className="mt-1.5 text-sm text-ink-soft">
          In the coming week, by the clock of {utcOffsetName(filters.utcOffset)}.
        </p>
      ) : null}
    </div>
  )
}

type ValueSelectProps = {
  label: string
  any: string
  chosen: string | undefined
  values: Facets['languages'] | undefined
  onChange: (value: string | undefined) => void
}

/** The most frequent values with their counts; what is chosen stays among them, whatever the counts say. */
function ValueSelect({ label, any, chosen, values = [], onChange }: ValueSelectProps) {
  const id = useId()
  const isMissing = chosen !== undefined && !values.some(({ value }) => value === chosen)
  const options = [
    { value: '', label: any },
    ...(isMissing ? [{ value: chosen, label: chosen }] : []),
    ...values.map(({ value, count }) => ({ value, label: `${value} (${groupDigits(count)})` })),
  ]
  return (
    <div>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Select
        id={id}
        options={options}
        value={chosen ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
      />
    </div>
  )
}
