import { Plus } from 'lucide-react'
import { canAddTime } from '../lib/proposed-times.ts'
import type { useTimeRows } from '../lib/use-time-rows.ts'
import { Button } from '../ui/button.tsx'
import { ProposedTimeRow } from './proposed-time-row.tsx'

type TimeRowsProps = { rows: ReturnType<typeof useTimeRows>; earliestDay: string }

/** Up to three times that someone proposes or asks for. */
export function TimeRows({ rows, earliestDay }: TimeRowsProps) {
  const { times, errors } = rows
  return (
    <div ref={rows.list} className="grid gap-4">
      {times.map((row, index) => (
        <ProposedTimeRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is what stands at its place
          key={index}
          number={index + 1}
          row={row}
          errors={errors[index]}
          earliestDay={earliestDay}
          onChange={(changed) => rows.change(index, changed)}
          onRemove={times.length > 1 ? () => rows.remove(index) : undefined}
        />
      ))}
      {canAddTime(times) ? (
        <Button variant="quiet" size="sm" className="-ml-3 justify-self-start" onClick={rows.add}>
          <Plus className="size-4" aria-hidden="true" />
          Add another time
        </Button>
      ) : null}
    </div>
  )
}
