import { SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { useSearchText } from '../../../lib/use-search-text.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select, type SelectOption } from '../../../ui/select.tsx'
import { actionOptions, isFiltered, type LogFilter } from '../log-rules.ts'

type LogFilterBarProps = {
  filter: LogFilter
  onFilter: (filter: LogFilter) => void
  /** Id and name. */
  moderators: readonly SelectOption[]
}

const noFilter: LogFilter = { action: '', moderatorId: '', search: '', from: '', to: '' }

/** By act, by who did it, by words (a moment after the last key), and by day. */
export function LogFilterBar({ filter, onFilter, moderators }: LogFilterBarProps) {
  const [text, setText] = useSearchText(filter.search, (search) => onFilter({ ...filter, search }))
  const change = (changes: Partial<LogFilter>) => onFilter({ ...filter, search: text.trim(), ...changes })
  const clear = () => {
    setText('')
    onFilter(noFilter)
  }
  return (
    <search className="mb-5 grid grid-cols-2 items-end gap-4 lg:grid-cols-5">
      <Field label="Words" className="col-span-2 lg:col-span-1">
        {(control) => (
          <Input
            {...control}
            type="search"
            maxLength={200}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            placeholder="Name, ticket or note"
          />
        )}
      </Field>
      <MoreFilters filter={filter} moderators={moderators} onChange={change} />
      {isFiltered(filter) ? (
        <div className="col-span-2 lg:col-span-5">
          <Button variant="secondary" size="sm" onClick={clear}>
            Clear filters
          </Button>
        </div>
      ) : null}
    </search>
  )
}

type MoreFiltersProps = Omit<LogFilterBarProps, 'onFilter'> & {
  onChange: (changes: Partial<LogFilter>) => void
}

/** Put away on a telephone, where they would fill the screen before the first entry. */
function MoreFilters({ filter, moderators, onChange }: MoreFiltersProps) {
  const [isOpen, setIsOpen] = useState(() => isFiltered({ ...filter, search: '' }))
  const more = useId()
  return (
    <>
      <Button
        variant="secondary"
        aria-expanded={isOpen}
        aria-controls={more}
        onClick={() => setIsOpen(!isOpen)}
        className="col-span-2 sm:hidden"
      >
        <SlidersHorizontal className="size-4" aria-hidden="true" />
        {isOpen ? 'Fewer filters' : 'More filters'}
      </Button>
      <div id={more} className={cn('contents', !isOpen && 'max-sm:hidden')}>
        <Field label="What was done" className="max-sm:col-span-2">
          {(control) => (
            <Select
              {...control}
              options={actionOptions}
              value={filter.action}
              onChange={(event) => onChange({ action: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label="Who did it" className="max-sm:col-span-2">
          {(control) => (
            <Select
              {...control}
              options={[{ value: '', label: 'Anyone' }, ...withChosen(moderators, filter.moderatorId)]}
              value={filter.moderatorId}
              onChange={(event) => onChange({ moderatorId: event.currentTarget.value })}
            />
          )}
        </Field>
        <DayField label="From" value={filter.from} max={filter.to} onChange={(from) => onChange({ from })} />
        <DayField label="To" value={filter.to} min={filter.from} onChange={(to) => onChange({ to })} />
      </div>
    </>
  )
}

/** A link may name somebody who has left. */
const withChosen = (moderators: readonly SelectOption[], chosen: string): readonly SelectOption[] =>
  chosen === '' || moderators.some(({ value }) => value === chosen)
    ? moderators
    : [...moderators, { value: chosen, label: 'A moderator who has left' }]

type DayFieldProps = {
  label: string
  value: string
  min?: string
  max?: string
  onChange: (day: string) => void
}

const DayField = ({ label, value, min, max, onChange }: DayFieldProps) => (
  <Field label={label} className="min-w-0 max-[24rem]:col-span-2">
    {(control) => (
      <Input
        {...control}
        type="date"
        value={value}
        min={min || undefined}
        max={max || undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )}
  </Field>
)
