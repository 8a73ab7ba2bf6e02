import type { api } from '@marga/contract/api'
import type { ResponseOf } from '@marga/contract/endpoint'
import { Link } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import { type Column, Table } from '../../../ui/table.tsx'
import { hoursText } from '../due-rules.ts'
import { kindsNames, sanctionNames } from '../rules.ts'

type Desk = ResponseOf<typeof api.cases.desk>
type Kind = Desk['kinds'][number]
type SanctionCount = Desk['sanctions'][number]

/** Nothing is to be done about a zero: what is above it stands out. */
const Count = ({ of: count }: { of: number }) => (
  <span className={count === 0 ? 'text-ink-faint' : 'font-semibold'}>{count}</span>
)

const kindColumns: readonly Column<Kind>[] = [
  {
    header: 'Kind',
    cell: ({ kind }) => (
      <Link to={paths.moderator.cases.getHref({}, { kind })} className="link font-semibold">
        {kindsNames[kind]}
      </Link>
    ),
  },
  { header: 'Waiting', cell: ({ waiting }) => <Count of={waiting} />, isNumeric: true },
  {
    header: 'Overdue',
    cell: ({ overdue }) =>
      overdue > 0 ? <span className="font-bold text-danger-ink">{overdue}</span> : <Count of={overdue} />,
    isNumeric: true,
  },
  { header: 'Decided', cell: ({ decided }) => <Count of={decided} />, isNumeric: true, isSecondary: true },
  { header: 'Median', cell: ({ medianHours }) => hoursText(medianHours), isNumeric: true },
]

const sanctionColumns: readonly Column<SanctionCount>[] = [
  { header: 'Sanction', cell: ({ kind }) => sanctionNames[kind] },
  { header: 'In force', cell: ({ active }) => <Count of={active} />, isNumeric: true },
  { header: 'Lifted', cell: ({ lifted }) => <Count of={lifted} />, isNumeric: true },
]

const sum = (kinds: readonly Kind[], of: 'waiting' | 'overdue' | 'decided') =>
  kinds.reduce((total, kind) => total + kind[of], 0)

/** What waits, how long decisions take, and how they held. */
export function DeskFigures({ desk: { kinds, appeals, sanctions } }: { desk: Desk }) {
  return (
    <div className="grid grid-cols-1 gap-8">
      <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <Figure label="Waiting" value={sum(kinds, 'waiting')} />
        <Figure label="Overdue" value={sum(kinds, 'overdue')} />
        <Figure label="Decided in 90 days" value={sum(kinds, 'decided')} />
        <Figure label="Appeals upheld" value={`${appeals.upheld} of ${appeals.decided}`} />
      </dl>
      <section aria-labelledby="desk-kinds">
        <h2 id="desk-kinds" className="mb-1 text-xl">
          By kind
        </h2>
        <p className="mb-4 text-sm text-ink-soft">
          Decided within 90 days; the median time is from opening to decision.
        </p>
        <Table caption="Cases by kind" columns={kindColumns} rows={kinds} keyOf={({ kind }) => kind} />
      </section>
      <section aria-labelledby="desk-sanctions">
        <h2 id="desk-sanctions" className="mb-4 text-xl">
          Sanctions
        </h2>
        <Table
          caption="Sanctions by kind"
          columns={sanctionColumns}
          rows={sanctions}
          keyOf={({ kind }) => kind}
        />
      </section>
    </div>
  )
}

const Figure = ({ label, value }: { label: string; value: number | string }) => (
  <div className="flex flex-col-reverse rounded-lg border border-line bg-surface p-5 shadow-card">
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd className="font-display text-3xl leading-tight font-semibold tabular-nums">{value}</dd>
  </div>
)
