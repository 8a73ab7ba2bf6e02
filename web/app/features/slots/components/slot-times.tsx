import { formatDate, formatTimeRange, timeZoneName } from '../../../lib/dates.ts'

type SlotTimesProps = {
  start: string
  end: string
  ownTimeZone: string
  mentorTimeZone: string | undefined
  mentorName: string
}

/** When a session is, in both people's zones, each by name; once where the zones are the same. */
export function SlotTimes({ start, end, ownTimeZone, mentorTimeZone, mentorName }: SlotTimesProps) {
  const rows = [{ whose: 'For you', timeZone: ownTimeZone }]
  if (mentorTimeZone) rows.push({ whose: `For ${mentorName}`, timeZone: mentorTimeZone })
  return (
    <dl className="grid gap-3 rounded-md bg-sunken p-4">
      {rows.map(({ whose, timeZone }) => (
        <div key={whose}>
          <dt className="text-sm text-ink-faint">{whose}</dt>
          <dd className="font-semibold">
            {formatDate(start, timeZone)}, {formatTimeRange(start, end, timeZone)}
            <span className="block text-sm font-normal text-ink-soft">{timeZoneName(timeZone, start)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
