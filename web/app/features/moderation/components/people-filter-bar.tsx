import { Search } from 'lucide-react'
import { useSearchText } from '../../../lib/use-search-text.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import type { PeopleFilter } from '../rules.ts'

type PeopleFilterBarProps = {
  filter: PeopleFilter
  onFilter: (filter: PeopleFilter) => void
  searchLabel: string
}

const statuses = [
  { value: '', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'blocked', label: 'Blocked' },
] as const

/** Search by name or e-mail, a moment after the last key, and the state of the account. */
export function PeopleFilterBar({ filter, onFilter, searchLabel }: PeopleFilterBarProps) {
  const [text, setText] = useSearchText(filter.search, (search) => onFilter({ ...filter, search }))
  return (
    <search className="mb-5 flex flex-wrap items-end gap-4">
      <Field label={searchLabel} isLabelHidden className="min-w-0 flex-1 basis-64">
        {(field) => (
          <div className="relative">
            <Search
              className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-ink-faint"
              aria-hidden="true"
            />
            <Input
              {...field}
              type="search"
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              placeholder={searchLabel}
              className="pl-11"
            />
          </div>
        )}
      </Field>
      <div className="w-64 max-sm:w-full">
        <RadioCards<PeopleFilter['status']>
          legend="Status"
          isLegendHidden
          isRow
          name="status"
          options={statuses}
          value={filter.status}
          onChange={(status) => onFilter({ search: text, status })}
        />
      </div>
    </search>
  )
}
