import type { DayCount } from '@marga/contract/common'
import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { formatDate } from '../../../lib/dates.ts'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { LineChart } from '../../../ui/line-chart.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { eventfulDays, type Noun, type Period, periods, summaryOf, toPoints } from '../rules.ts'

type DailyChartProps = {
  title: string
  noun: Noun
  query: UseQueryResult<DayCount[]>
  days: Period
  onDaysChange: (days: Period) => void
  failure: string
  tone?: 'positive' | 'accent'
  /** How many there are on each day, not how many came: such counts have no sum. */
  isLevel?: boolean
}

const options = periods.map((days) => ({ value: String(days), label: `${days} days` }))

/** Counts of each day: the sum in words, the line, and the same as a table. */
export function DailyChart({
  title,
  noun,
  query,
  days,
  onDaysChange,
  failure,
  tone,
  isLevel = false,
}: DailyChartProps) {
  const id = useId()
  const { data, isError, isFetching, refetch } = query
  return (
    <Card className="min-w-0" role="region" aria-labelledby={id}>
      <div className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <CardTitle id={id}>{title}</CardTitle>
          <p className="mt-0.5 text-sm text-ink-soft" aria-live="polite">
            {data ? summaryOf(data, noun, isLevel) : '\u00a0'}
          </p>
        </div>
        <div className="w-44">
          <RadioCards
            legend={`Period of ${title}`}
            isLegendHidden
            isRow
            name={`${id}-days`}
            options={options}
            value={String(days)}
            onChange={(value) => onDaysChange(Number(value) as Period)}
          />
        </div>
      </div>
      {data ? (
        <>
          <LineChart title={`${title}, one value a day`} points={toPoints(data, noun)} tone={tone} />
          <CountTable title={title} days={isLevel ? data.toReversed() : eventfulDays(data)} />
        </>
      ) : isError ? (
        <ErrorState message={failure} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Skeleton className="h-56" />
      )}
    </Card>
  )
}

function CountTable({ title, days: rows }: { title: string; days: readonly DayCount[] }) {
  return (
    <details className="mt-2 text-sm">
      <summary className="inline-flex min-h-9 items-center font-semibold text-accent-ink underline underline-offset-3">
        Show as a table
      </summary>
      {rows.length === 0 ? (
        <p className="mt-2 text-ink-soft">Nothing happened on these days.</p>
      ) : (
        <div className="mt-2 max-h-64 overflow-y-auto rounded-md border border-line">
          <table className="w-full text-left">
            <caption className="sr-only">{title}</caption>
            <thead className="sticky top-0 bg-sunken text-ink-soft">
              <tr>
                <th scope="col" className="px-3 py-2 font-semibold">
                  Day
                </th>
                <th scope="col" className="px-3 py-2 text-right font-semibold">
                  Count
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ date, count }) => (
                <tr key={date} className="border-t border-line">
                  <td className="px-3 py-1.5">{formatDate(`${date}T12:00:00Z`, 'UTC')}</td>
                  <td className="px-3 py-1.5 text-right tabular-nums">{count}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  )
}
