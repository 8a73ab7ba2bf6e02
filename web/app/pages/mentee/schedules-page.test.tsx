import type { Enrollment } from '@marga/contract/enrollments'
import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readChosenTime, storeChosenTime } from '../../features/mentors/chosen-time.ts'
import { setOwnTimeZone } from '../../lib/dates.ts'
import { queryClient } from '../../lib/query-client.ts'
import { slotKeys } from '../../lib/slots/slot-keys.ts'
import { draftsKept } from '../../testing/drafts-kept.ts'
import { enrollmentOf } from '../../testing/enrollment-samples.ts'
import { errorResponse } from '../../testing/fake-server.ts'
import { menteeLogin } from '../../testing/logins.ts'
import { mentorCardOf } from '../../testing/mentor-samples.ts'
import { openSchedules } from '../../testing/schedules-stub.tsx'
import { slotOf } from '../../testing/slot-samples.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-11-22T07:30:00.000Z') })
  setOwnTimeZone('Asia/Kolkata')
})
afterEach(() => {
  act(() => setOwnTimeZone(null))
  vi.unstubAllGlobals()
})

const hour = (start: string) =>
  slotOf({
    _id: start,
    start,
    end: new Date(Date.parse(start) + 3_600_000).toISOString(),
    status: 'open',
    type: 'session',
  })
const monday = '2030-11-25T12:30:00.000Z'
const friday = '2030-11-29T12:30:00.000Z'
const { _id: mentorId } = enrollmentOf().mentorId

const open = (at: string) =>
  openSchedules({
    timeSlots: [hour(monday), hour(friday)],
    query: `?mentor=${mentorId}&at=${encodeURIComponent(at)}`,
  })

it('opens the booking of the time that was pressed on a profile, on its day', async () => {
  storeChosenTime({ menteeId: menteeLogin.userId, mentorId, start: friday })
  open(friday)
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getAllByText(/6:00 pm/).length).toBeGreaterThan(0)
  expect(dialog.getAllByText(/29/).length).toBeGreaterThan(0)
  expect(readChosenTime(menteeLogin.userId, mentorId)).toBeNull()
})

it.each([
  ['2030-11-22T18:30:00.000Z', /begins in less than 12 hours, so cancelling it does not give the call back/],
  ['2030-11-22T20:30:00.000Z', /Cancel 12 hours before or earlier, and you get it back/],
])('says of one that begins at %s whether cancelling gives the call back', async (start, note) => {
  openSchedules({
    timeSlots: [hour(start)],
    query: `?mentor=${mentorId}&at=${encodeURIComponent(start)}`,
  })
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(note)).toBeTruthy()
})

it('says so where that time has gone, and shows the others', async () => {
  open('2030-11-26T12:30:00.000Z')
  expect(await screen.findByText(/Tue 26 Nov.*is not free/)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await screen.findByRole('button', { name: /^Book .*6:00 pm/ })).toBeTruthy()
})

it.each([1, 2])(
  'does not call a time gone that the mentee has booked, as after a reload: on page %i',
  async (at) => {
    const { mentorId: mentor } = enrollmentOf()
    const booked = { ...hour('2030-11-26T12:30:00.000Z'), title: 'Interviews', mentorId: mentor }
    const asked = openSchedules({
      timeSlots: [hour(monday), hour(friday)],
      query: `?mentor=${mentorId}&at=${encodeURIComponent(booked.start)}`,
      special: ({ url }) => {
        if (!url.includes('booked-slots')) return undefined
        const isFound = at === 1 || url.includes('cursor=second')
        const slot = isFound ? booked : { ...booked, _id: 'another', start: monday }
        const nextCursor = isFound ? null : 'second'
        return { status: 200, body: { bookedSlots: [{ ...slot, status: 'booked' }], nextCursor } }
      },
    })
    expect(await screen.findByText('Interviews')).toBeTruthy()
    expect(await screen.findByRole('button', { name: /^Book .*6:00 pm/ })).toBeTruthy()
    await expect(screen.findByText(/is not free/, {}, { timeout: 500 })).rejects.toThrow()
    expect(asked.filter(({ url }) => url.includes('limit=100'))).toHaveLength(at)
  },
)

it('takes no notice of an address that names no time to come', async () => {
  open('2020-01-01T00:00:00.000Z')
  expect(await screen.findByRole('button', { name: /^Book .*6:00 pm/ })).toBeTruthy()
  expect(screen.queryByText(/is not free/)).toBeNull()
})

it('says that the mentor of the address cannot be booked, and opens no booking of that time with another', async () => {
  const other = mentorCardOf({ _id: '0198a000-0000-7000-8000-0000000000a9', firstName: 'Vikram' })
  const ended = enrollmentOf({ _id: 'ended', status: 'ended', mentorId: other })
  storeChosenTime({ menteeId: menteeLogin.userId, mentorId: other._id, start: friday })
  openSchedules({
    timeSlots: [hour(monday), hour(friday)],
    query: `?mentor=${other._id}&at=${encodeURIComponent(friday)}`,
    special: ({ url }) =>
      url.includes('subscribed-mentors')
        ? { status: 200, body: { allMentorsSubscribed: [enrollmentOf(), ended] } }
        : undefined,
  })
  expect(await screen.findByText(/^You have no active subscription with Vikram\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Vikram’s profile' }).getAttribute('href')).toBe(
    `/mentees/browse/mentor/profile/${other._id}`,
  )
  expect(await screen.findByRole('button', { name: /^Book .*6:00 pm/ })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByText(/is not free/)).toBeNull()
  // It may be booked once they are subscribed.
  expect(readChosenTime(menteeLogin.userId, other._id)).toBe(friday)
})

it('books another time with what was typed for the one that was just taken, or when the dialog was closed, until it is booked', async () => {
  let isTaken = true
  const seen = openSchedules({
    timeSlots: [hour(monday), hour(friday)],
    query: `?mentor=${mentorId}&at=${encodeURIComponent(monday)}`,
    special: ({ method }) =>
      method === 'POST'
        ? !isTaken
          ? { status: 200, body: { data: hour(monday) } }
          : errorResponse(409, 'slot_unavailable', 'Taken.', { alternatives: [hour(friday)] })
        : undefined,
  })
  const dialog = async () => within(await screen.findByRole('dialog'))
  const topic = async () => (await dialog()).findByLabelText<HTMLInputElement>(/^Topic/)
  const notes = async () => (await dialog()).findByLabelText<HTMLTextAreaElement>(/^Notes/)
  await userEvent.type(await topic(), 'Interviews')
  await userEvent.type(await notes(), 'On Monday I have one.')
  await userEvent.click((await dialog()).getByRole('button', { name: 'Book this time' }))
  await screen.findByRole('dialog', { name: 'This time is no longer free' })
  await userEvent.click((await dialog()).getByRole('button', { name: /^Book .*29th/ }))
  expect((await topic()).value).toBe('Interviews')
  expect((await notes()).value).toBe('On Monday I have one.')
  await userEvent.click((await dialog()).getByRole('button', { name: 'Book this time' }))
  const booked = () => seen.filter(({ method }) => method === 'POST').map(({ body }) => body)
  await vi.waitFor(() => expect(booked()).toHaveLength(2))
  expect(booked()[1]).toMatchObject({
    slotId: friday,
    values: { title: 'Interviews', description: 'On Monday I have one.' },
  })
  await userEvent.click((await dialog()).getByRole('button', { name: 'Close' }))
  const choose = async () => userEvent.click(await screen.findByRole('button', { name: /^Book .*6:00 pm/ }))
  await choose()
  await userEvent.type(await topic(), ' and more')
  await userEvent.keyboard('{Escape}')
  await choose()
  expect((await topic()).value).toBe('Interviews and more')
  isTaken = false
  await userEvent.click((await dialog()).getByRole('button', { name: 'Book this time' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(draftsKept()).toEqual([])
  await choose()
  expect((await topic()).value).toBe('')
})

it.each([
  ['Pacific/Kiritimati', 'November 26th 2030', '2:30 am', '26'],
  ['Pacific/Pago_Pago', 'November 25th 2030', '1:30 am', '25'],
])('shows calendar, day and times in the zone of the account: %s', async (zone, day, time, date) => {
  setOwnTimeZone(zone)
  openSchedules({ timeSlots: [hour(monday), hour(friday)], query: `?mentor=${mentorId}` })
  expect(await screen.findByRole('heading', { name: day })).toBeTruthy()
  expect(screen.getByRole('button', { name: new RegExp(`^Book .*${time}`) })).toBeTruthy()
  const chosen = (await screen.findByRole('grid')).querySelector('[aria-selected=true] button')!
  expect(chosen.textContent).toBe(date)
  expect(chosen.getAttribute('aria-label')).toMatch(/selected, 1 open time$/)
})

const subscribedAs = (given: Partial<Enrollment>) => ({
  special: ({ url }: { url: string }) =>
    url.includes('subscribed-mentors')
      ? { status: 200, body: { allMentorsSubscribed: [enrollmentOf(given)] } }
      : undefined,
})
const bookingOf = async (at: string, given: Partial<Enrollment>) => {
  const query = `?mentor=${mentorId}&at=${encodeURIComponent(at)}`
  openSchedules({ timeSlots: [hour(monday), hour(friday)], query, ...subscribedAs(given) })
  return within(await screen.findByRole('dialog'))
}
const expectRefused = async (at: string, given: Partial<Enrollment>, reason: RegExp) => {
  const dialog = await bookingOf(at, given)
  expect((await dialog.findByRole('alert')).textContent).toMatch(reason)
  // Nothing that could be pressed, and no word of a call that it would use.
  expect(dialog.queryByRole('button', { name: 'Book this time' })).toBeNull()
  expect(dialog.queryByText(/^This uses/)).toBeNull()
}

it('books with a call that came back when those of the month are used, and with none when none is left', async () => {
  const returned = { count: 1, usableUntil: friday, source: 'returned' } as const
  const dialog = await bookingOf(monday, { callsLeft: 0, extraCalls: [returned] })
  expect(await dialog.findByText(/^This uses your last call\./)).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Book this time' }).disabled).toBe(false)
  cleanup()
  queryClient.clear()
  await expectRefused(monday, { callsLeft: 0 }, /^You have no calls left to book with\. You get new ones/)
})

it('promises no new calls to somebody whose subscription ends', async () => {
  const ending = { status: 'ending', callsLeft: 0, renewsAt: null, endsAt: friday } as const
  await expectRefused(monday, ending, /^You have no calls left to book with\.$/)
})

it('says that a session cannot be booked into a pause', async () => {
  const pause = { pausedFrom: '2030-11-27T00:00:00.000Z', pausedUntil: '2030-12-20T00:00:00.000Z' }
  await expectRefused(friday, pause, /^Your subscription is paused then\.$/)
})

it('opens the booking of a time that was published since the hours were last looked at', async () => {
  open(friday)
  // After the page has emptied what others have kept.
  queryClient.setQueryData(slotKeys.ofMentor(mentorId), [hour(monday)])
  expect(within(await screen.findByRole('dialog')).getAllByText(/29/).length).toBeGreaterThan(0)
  expect(screen.queryByText(/is not free/)).toBeNull()
})
