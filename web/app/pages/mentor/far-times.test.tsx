import type { Slot } from '@marga/contract/slots'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { formatDate, setOwnTimeZone } from '../../lib/dates.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { fakeServer, type SeenRequest } from '../../testing/fake-server.ts'
import { ofBrowser, ok, openHours, prepareHours } from '../../testing/hours-stub.tsx'
import { mentorLogin } from '../../testing/logins.ts'
import { mentorOf } from '../../testing/mentor-samples.ts'
import { slotOf } from '../../testing/slot-samples.ts'
import MentorHomePage from './mentor-home-page.tsx'

// What is counted and listed as ahead and past, against what the words say of it.

beforeEach(prepareHours)
afterEach(() => {
  setOwnTimeZone(null)
  vi.unstubAllGlobals()
})

const sessionAt = (day: string): Slot =>
  slotOf({
    _id: day,
    status: 'booked',
    title: `Of ${day}`,
    start: `${day}T10:00:00.000Z`,
    end: `${day}T11:00:00.000Z`,
  })

/** Answers as the server does: what lies within the range that was asked for. */
const within =
  (slots: readonly Slot[]) =>
  ({ url }: SeenRequest) => {
    if (!url.includes('/available-timeslots/')) return undefined
    const { searchParams } = new URL(url, 'http://localhost')
    const [from, to] = [searchParams.get('from')!, searchParams.get('to') ?? '9999']
    return ok({ allTimeSlots: slots.filter(({ start, end }) => end > from && start < to) })
  }

const [soon, far] = [sessionAt('2030-11-30'), sessionAt('2031-06-02')]

it('lists every time that is ahead, however far', async () => {
  openHours({ at: '?view=list', special: within([soon, far]) })
  expect(await screen.findByText('Of 2030-11-30')).toBeTruthy()
  expect(screen.getByText('Of 2031-06-02')).toBeTruthy()
})

it('counts on the dashboard every session that is ahead', async () => {
  const figures = { response: null, answers: 0, late: [], waiting: [], enrollmentObject: [] }
  const others = { requests: [], sessionDetails: [], unreadConversations: 0, ...figures }
  const profileData = mentorOf({ timeZone: ofBrowser })
  fakeServer((request) => within([soon, far])(request) ?? ok({ profileData, ...others }))
  renderInArea(
    <Suspense>
      <MentorHomePage />
    </Suspense>,
    { login: mentorLogin },
  )
  expect(await screen.findByRole('link', { name: /^2 ?Booked sessions ahead$/ })).toBeTruthy()
})

it.each([
  ['', [sessionAt('2030-11-20'), sessionAt('2030-01-05')], 'This list goes back to'],
  [' where it is empty, too', [sessionAt('2030-01-05')], 'Nothing since'],
])('says how far back the past ones are listed%s', async (_, slots, words) => {
  openHours({ at: '?view=list', special: within(slots) })
  await userEvent.click(await screen.findByRole('tab', { name: 'Past' }))
  const since = formatDate('2030-09-23T12:00:00.000Z', ofBrowser)
  expect((await screen.findByText(new RegExp(`^${words}`))).textContent).toContain(since)
  expect(screen.queryByText('Of 2030-01-05')).toBeNull()
})
