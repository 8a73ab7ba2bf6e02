import type { Day } from '@marga/contract/wall-clock'
import { addDays, noonOf, weekOf } from '@marga/contract/zoned-time'
import { useSearchParams } from 'react-router'
import { formatShortDay } from '../../../lib/dates.ts'
import { useMediaQuery } from './use-media-query.ts'

export type View = 'week' | 'day' | 'list'

const isDay = (text: string | null): text is Day =>
  text !== null && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))

/** Which days are shown and how; it stands in the address, so that Back and a link lead there. */
export function useSchedulerView(opening: Day) {
  const [query, setQuery] = useSearchParams()
  const isWide = useMediaQuery('(min-width: 48rem)')
  const views: readonly View[] = isWide ? ['week', 'day', 'list'] : ['day', 'list']
  const asked = query.get('view')
  const view = views.find((known) => known === asked) ?? views[0]!
  const day = isDay(query.get('day')) ? query.get('day')! : opening
  const days = view === 'week' ? weekOf(day) : [day]
  const show = (next: { view?: View; day?: Day }) =>
    setQuery({ view: next.view ?? view, day: next.day ?? day }, { replace: true, preventScrollReset: true })
  return {
    view,
    views,
    day,
    days,
    title: titleOf(days),
    setView: (next: View) => show({ view: next }),
    setDay: (next: Day) => show({ day: next }),
    /** A link led to a slot, which has been looked at. */
    forgetSlot: () => show({}),
    step: (direction: -1 | 1) => show({ day: addDays(day, direction * (view === 'week' ? 7 : 1)) }),
  }
}

function titleOf(days: readonly Day[]): string {
  const [first, last] = [days[0]!, days[days.length - 1]!]
  if (first === last) return `${formatShortDay(noonOf(first), 'UTC')} ${first.slice(0, 4)}`
  const withoutWeekday = (day: Day) => formatShortDay(noonOf(day), 'UTC').replace(/^\w+ /, '')
  return `${withoutWeekday(first)} – ${withoutWeekday(last)} ${last.slice(0, 4)}`
}
