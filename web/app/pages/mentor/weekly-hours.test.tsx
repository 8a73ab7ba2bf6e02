import { api } from '@marga/contract/api'
import type { Availability } from '@marga/contract/availability'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storeLogin } from '../../lib/auth-storage.ts'
import { ownTimeZone, setOwnTimeZone } from '../../lib/dates.ts'
import { hasUnsaved } from '../../lib/unsaved.ts'
import { availabilityOf } from '../../testing/availability-samples.ts'
import {
  button,
  ofBrowser,
  ok,
  openHours,
  prepareHours,
  press,
  puts,
  select,
} from '../../testing/hours-stub.tsx'
import { mentorLogin } from '../../testing/logins.ts'
import { mentorOf } from '../../testing/mentor-samples.ts'

beforeEach(prepareHours)
afterEach(() => {
  setOwnTimeZone(null)
  vi.unstubAllGlobals()
})

it('sets up a first week with two presses: ready-made hours, and Save', async () => {
  const requests = openHours()
  expect(await screen.findByText('No weekly hours yet')).toBeTruthy()
  await press(/^Weekday evenings/)
  expect(screen.getByText('15 hours a week · 60-minute sessions · next 28 days')).toBeTruthy()
  await press('Save hours')
  expect(await screen.findByText('Weekly hours saved')).toBeTruthy()
  expect(puts(requests).map(({ url }) => url)).toEqual([
    `/api/mentors/availability/${mentorLogin.userId}?preview=true`,
    `/api/mentors/availability/${mentorLogin.userId}?preview=false`,
  ])
  const weekly = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '18:00', to: '21:00' }))
  expect(puts(requests).at(-1)!.body).toEqual(availabilityOf({ timeZone: ofBrowser, weekly }))
  expect(screen.queryByRole('button', { name: 'Save hours' })).toBeNull()
})

it('asks for the calendar again once the open times have followed', async () => {
  let answer: (saved: ReturnType<typeof ok>) => void = () => undefined
  const requests = openHours({
    special: ({ url }) =>
      url.endsWith('preview=false') ? new Promise((resolve) => (answer = resolve)) : undefined,
  })
  await press(/^Weekends/)
  await press('Save hours')
  await waitFor(() => expect(puts(requests)).toHaveLength(2))
  await userEvent.click(screen.getByRole('tab', { name: 'Calendar' }))
  await button('Set weekly hours')
  const asked = () => requests.filter(({ url }) => url.includes('available-timeslots')).length
  const before = asked()
  answer(ok({ availability: puts(requests)[1]!.body, conflicts: [] }))
  // What is ahead and the week that is shown, at once and again a moment later.
  await waitFor(() => expect(asked()).toBeGreaterThanOrEqual(before + 4))
  expect(hasUnsaved()).toBe(false)
})

it('opens and closes days, adds hours, and copies them to the other weekdays', async () => {
  const requests = openHours({ saved: { weekly: [{ weekday: 1, from: '09:00', to: '12:00' }] } })
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Sunday/ }))
  await press('Add hours: Monday')
  await userEvent.selectOptions(await select('Monday, 2, from'), '18:00')
  await userEvent.selectOptions(await select('Monday, 2, to'), '24:00')
  await press('Copy the hours of Monday to the other weekdays')
  await press('Remove these hours: Friday, 2')
  await userEvent.click(screen.getByRole('checkbox', { name: /^Tuesday/ }))
  await press('Save hours')
  await screen.findByText('Weekly hours saved')
  const { weekly } = puts(requests).at(-1)!.body as Availability
  const of = (weekday: number) =>
    weekly.filter((one) => one.weekday === weekday).map(({ from, to }) => `${from}-${to}`)
  expect([1, 2, 3, 4, 5, 6, 0].map(of)).toEqual([
    ['09:00-12:00', '18:00-24:00'],
    [],
    ['09:00-12:00', '18:00-24:00'],
    ['09:00-12:00', '18:00-24:00'],
    ['09:00-12:00'],
    [],
    ['09:00-12:00'],
  ])
})

it('saves length, pause, notice, how far ahead, limits and places', async () => {
  const requests = openHours({ saved: { capacity: 7 } })
  await userEvent.click(await screen.findByRole('radio', { name: '30 minutes' }))
  await userEvent.selectOptions(await select('Pause between sessions'), '15')
  await userEvent.selectOptions(await select('Can be booked until'), '24 hours before')
  await userEvent.selectOptions(await select('How far ahead'), '42 days')
  await userEvent.selectOptions(await select('Most a day'), '3 sessions')
  await userEvent.selectOptions(await select('Most a week'), '10 sessions')
  expect((await select('How many mentees at once')).value).toBe('7')
  await userEvent.selectOptions(await select('How many mentees at once'), '5 mentees')
  await press('Save hours')
  await screen.findByText('Weekly hours saved')
  expect(puts(requests).at(-1)!.body).toMatchObject({
    sessionMinutes: 30,
    bufferMinutes: 15,
    noticeHours: 24,
    horizonDays: 42,
    maxPerDay: 3,
    maxPerWeek: 10,
    capacity: 5,
  })
})

it('closes a single day, or gives it other hours', async () => {
  const requests = openHours({ saved: { weekly: [{ weekday: 2, from: '18:00', to: '21:00' }] } })
  const addDay = async (day: string) => {
    await userEvent.type(await screen.findByLabelText('Day'), day)
    await press('Add day')
  }
  await press('Add day')
  expect(await screen.findByText('Choose a day.')).toBeTruthy()
  await addDay('2030-11-28')
  await addDay('2030-11-26')
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Tue 26 Nov',
    'Thu 28 Nov',
  ])
  await userEvent.click(
    within(screen.getByRole('group', { name: 'Tue 26 Nov' })).getByRole('radio', { name: 'Other hours' }),
  )
  await userEvent.selectOptions(await select('Tue 26 Nov, from'), '10:00')
  await press('Save hours')
  await screen.findByText('Weekly hours saved')
  expect((puts(requests).at(-1)!.body as Availability).overrides).toEqual([
    { date: '2030-11-26', ranges: [{ from: '10:00', to: '13:00' }] },
    { date: '2030-11-28', ranges: [] },
  ])
})

it('is offered where nothing is planned, and the address keeps the tab', async () => {
  openHours({ at: '' })
  await press('Set weekly hours')
  expect(await screen.findByText('No weekly hours yet')).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Weekly hours' }).getAttribute('aria-selected')).toBe('true')
})

it('leaves the focus on the day whose hours are removed, and beside the days where a single one is', async () => {
  openHours({
    saved: {
      weekly: [
        { weekday: 1, from: '09:00', to: '12:00' },
        { weekday: 1, from: '14:00', to: '17:00' },
      ],
      overrides: [{ date: '2030-12-24', ranges: [] }],
    },
  })
  await press('Remove these hours: Monday, 2')
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: /^Monday/ }))
  await press('Remove these hours: Monday')
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: /^Monday/ }))
  await press(/^Remove Tue 24 Dec/)
  expect(document.activeElement).toBe(screen.getByLabelText('Day'))
})

it('has the pages follow into the zone of the hours, which names that of an account without one', async () => {
  storeLogin(mentorLogin)
  let isSaved = false
  const elsewhere = 'America/Los_Angeles'
  const ownProfile = api.mentors.ownProfile.path.split(':')[0]!
  openHours({
    saved: { timeZone: elsewhere },
    special: ({ method, url }) => {
      if (method === 'PUT' && url.endsWith('false')) isSaved = true
      const timeZone = isSaved ? elsewhere : ofBrowser
      return method === 'GET' && url.includes(ownProfile)
        ? ok({
            profileData: { ...mentorOf({ _id: mentorLogin.userId, timeZone }), isTimeZoneChosen: isSaved },
          })
        : undefined
    },
  })
  await press(/^Weekends/)
  await press('Save hours')
  expect(await screen.findByText('Weekly hours saved')).toBeTruthy()
  await waitFor(() => expect(ownTimeZone()).toBe(elsewhere))
})
