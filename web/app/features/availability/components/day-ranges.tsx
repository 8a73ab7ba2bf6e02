import type { ClockRange } from '@marga/contract/availability'
import { limits } from '@marga/contract/limits'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { moreHours } from '../hours-rules.ts'
import { RangeFields } from './range-fields.tsx'

type DayRangesProps = {
  /** "Monday", "Thu 26 Nov". */
  of: string
  ranges: readonly ClockRange[]
  errorsOf: (place: number) => { from?: string | undefined; to?: string | undefined }
  onChange: (ranges: ClockRange[]) => void
}

/** The hours of one day: each can be changed and removed, and more can be added. */
export function DayRanges({ of, ranges, errorsOf, onChange }: DayRangesProps) {
  const list = useRef<HTMLDivElement>(null)
  const more = ranges.length < limits.rangesPerDayMax ? moreHours(ranges) : null
  return (
    <div ref={list} className="grid gap-2">
      {ranges.map((range, place) => (
        <RangeFields
          // biome-ignore lint/suspicious/noArrayIndexKey: hours are what stands at their place
          key={place}
          range={range}
          of={place === 0 ? of : `${of}, ${place + 1}`}
          errors={errorsOf(place)}
          onChange={(changed) => onChange(ranges.toSpliced(place, 1, changed))}
          onRemove={() => {
            // The button goes with its hours: on to the day that they were of.
            list.current?.closest('li')?.querySelector<HTMLElement>('input:checked')?.focus()
            onChange(ranges.toSpliced(place, 1))
          }}
        />
      ))}
      {more ? (
        <Button
          variant="quiet"
          size="sm"
          className="-ml-3 justify-self-start"
          aria-label={`Add hours: ${of}`}
          onClick={() => onChange([...ranges, more])}
        >
          <Plus className="size-4" aria-hidden="true" />
          Add hours
        </Button>
      ) : null}
    </div>
  )
}
