import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readChosenTime, storeChosenTime } from '../../features/mentors/chosen-time.ts'
import { setOwnTimeZone } from '../../lib/dates.ts'
import { enrollmentOf } from '../../testing/enrollment-samples.ts'
import { openSchedules } from '../../testing/schedules-stub.tsx'
import { slotOf } from '../../testing/slot-samples.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-11-22T07:30:00.000Z') })
  setOwnTimeZone('Asia/Kolkata')
})
afterEach(() => {
  setOwnTimeZone(null)
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
  storeChosenTime({ mentorId, start: friday })
  open(friday)
  const dialog = within(await screen.findByRole('dialog', undefined, { timeout: 5000 }))
  expect(dialog.getAllByText(/6:00 pm/).length).toBeGreaterThan(0)
  expect(dialog.getAllByText(/29/).length).toBeGreaterThan(0)
  expect(readChosenTime(mentorId)).toBeNull()
})

it('says so where that time has gone, and shows the others', async () => {
  open('2030-11-26T12:30:00.000Z')
  expect(await screen.findByText(/Tue 26 Nov.*is not free/)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await screen.findByRole('button', { name: /^Book .*6:00 pm/ })).toBeTruthy()
})

it('takes no notice of an address that names no time to come', async () => {
  open('2020-01-01T00:00:00.000Z')
  expect(await screen.findByRole('button', { name: /^Book .*6:00 pm/ })).toBeTruthy()
  expect(screen.queryByText(/is not free/)).toBeNull()
})
