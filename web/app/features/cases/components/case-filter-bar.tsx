import { type CaseKind, caseKinds } from '@marga/contract/case-states'
import { Search } from 'lucide-react'
import { useSearchText } from '../../../lib/use-search-text.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cn } from '../../../ui/cn.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { type CaseFilter, kindsNames } from '../rules.ts'

type CaseFilterBarProps = {
  filter: CaseFilter
  onFilter: (filter: CaseFilter) => void
  /** Open ones of each kind; absent while they are loaded. */
  counts: Partial<Record<CaseKind, number>> | undefined
  /** So that the key "/" finds it. */
  searchId: string
}

const statuses = [
  { value: 'open', label: 'Open' },
  { value: 'decided', label: 'Decided' },
] as const

export function CaseFilterBar({ filter, onFilter, counts, searchId }: CaseFilterBarProps) {
  return (
    <div className="mb-5 grid grid-cols-1 gap-4">
      <KindChoice filter={filter} onFilter={onFilter} counts={counts} />
      <search className="flex flex-wrap items-end gap-x-5 gap-y-3">
        <SearchField {...{ filter, onFilter, searchId }} />
        <div className="w-52 max-sm:min-w-44 max-sm:flex-1">
          <RadioCards<CaseFilter['status']>
            legend="Status"
            isLegendHidden
            isRow
            name="status"
            options={statuses}
            value={filter.status}
            onChange={(status) => onFilter({ ...filter, status })}
          />
        </div>
        <Checkbox
          label="Mine"
          className="min-h-11"
          checked={filter.isMine}
          onChange={(event) => onFilter({ ...filter, isMine: event.currentTarget.checked })}
        />
      </search>
    </div>
  )
}

type KindChoiceProps = Pick<CaseFilterBarProps, 'filter' | 'onFilter' | 'counts'>

function KindChoice({ filter, onFilter, counts }: KindChoiceProps) {
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  const options: { kind: CaseKind | ''; label: string; count: number | undefined }[] = [
    { kind: '', label: 'All', count: all },
    ...caseKinds.map((kind) => ({ kind, label: kindsNames[kind], count: counts?.[kind] ?? undefined })),
  ]
  return (
    <fieldset className="relative -mx-1 flex min-w-0 gap-2 overflow-x-auto p-1 lg:flex-wrap">
      <legend className="sr-only">Kind</legend>
      {options.map(({ kind, label, count }) => (
        <label
          key={kind}
          className={cn(
            'inline-flex min-h-9 shrink-0 items-center gap-2 rounded-full border border-line-strong bg-surface px-3.5 text-sm font-semibold text-ink-soft',
            'hover:border-ink-soft has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-ink',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
          )}
        >
          <input
            type="radio"
            name="kind"
            className="sr-only"
            checked={filter.kind === kind}
            onChange={() => onFilter({ ...filter, kind })}
          />
          {label}
          {count ? (
            <span className="tabular-nums">
              {count}
              <span className="sr-only"> open</span>
            </span>
          ) : null}
        </label>
      ))}
    </fieldset>
  )
}

type SearchFieldProps = Pick<CaseFilterBarProps, 'filter' | 'onFilter' | 'searchId'>

/** Searches a moment after the last key. */
function SearchField({ filter, onFilter, searchId }: SearchFieldProps) {
  const [text, setText] = useSearchText(filter.search, (search) => onFilter({ ...filter, search }))
  return (
    <Field
      label="Search by name or subject"
      isLabelHidden
      className="min-w-0 flex-1 basis-64 max-sm:basis-full"
    >
      {(field) => (
        <div className="relative">
          <Search
            className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-ink-faint"
            aria-hidden="true"
          />
          <Input
            {...field}
            type="search"
            data-search={searchId}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            placeholder="Search by name or subject"
            className="pl-11"
          />
        </div>
      )}
    </Field>
  )
}
