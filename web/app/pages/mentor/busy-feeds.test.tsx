import type { BusyFeed } from '@marga/contract/availability'
import { limits } from '@marga/contract/limits'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { busyFeedsKey } from '../../features/availability/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { errorResponse } from '../../testing/fake-server.ts'
import { ok, openHours, prepareHours, press } from '../../testing/hours-stub.tsx'

beforeEach(prepareHours)
afterEach(() => void vi.unstubAllGlobals())

const google: BusyFeed = {
  _id: 'f1',
  host: 'calendar.google.com',
  readAt: '2030-11-22T07:25:00.000Z',
  failure: null,
}
const outlook: BusyFeed = {
  _id: 'f2',
  host: 'outlook.live.com',
  readAt: null,
  failure: 'The calendar is larger than 5 MB.',
}
const region = async () => within(await screen.findByRole('region', { name: 'Other calendars' }))

it('lists the connected calendars, when each was read, and why one was not', async () => {
  const away = { ...google, _id: 'f3', failure: 'There is no calendar at this address.' }
  openHours({ feeds: [google, outlook, away] })
  const rows = await (await region()).findAllByRole('listitem')
  expect(rows[0]!.textContent).toContain('calendar.google.comRead 5 minutes ago')
  expect(rows[1]!.textContent).toContain('Not read yetThe calendar is larger than 5 MB.')
  // One that was never read hides nothing.
  for (const row of [rows[0]!, rows[1]!]) expect(row.textContent).not.toContain('can be booked')
  expect(rows[2]!.textContent).toContain(
    'address. Once it has not been read for about a day, times under its events can be booked.',
  )
})

it('adds one by its address, and forgets the address', async () => {
  const requests = openHours({
    special: ({ url, method }) =>
      url.includes('/busy-feeds') && method === 'POST' ? ok({ feeds: [google] }, 201) : undefined,
  })
  const calendars = await region()
  const address = await calendars.findByLabelText<HTMLInputElement>('Secret address of the calendar')
  await userEvent.type(address, ' https://calendar.google.com/x.ics ')
  await userEvent.click(calendars.getByRole('button', { name: 'Add calendar' }))
  expect(await calendars.findByText('calendar.google.com')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'POST')!.body).toEqual({
    url: 'https://calendar.google.com/x.ics',
  })
  expect(address.value).toBe('')
  expect(calendars.getByText('Where to find it in Google Calendar')).toBeTruthy()
  expect(calendars.getByText('Where to find it in Outlook')).toBeTruthy()
})

it('forgets the address, too, where the calendar is looked at before it is added', async () => {
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  openHours({
    special: ({ url, method }) =>
      url.includes('/busy-feeds') && method === 'POST'
        ? isAnswered.then(() => ok({ feeds: [google] }, 201))
        : undefined,
  })
  const calendars = await region()
  const address = await calendars.findByLabelText<HTMLInputElement>('Secret address of the calendar')
  await userEvent.type(address, 'https://calendar.google.com/x.ics')
  await userEvent.click(calendars.getByRole('button', { name: 'Add calendar' }))
  await userEvent.click(screen.getByRole('tab', { name: 'Calendar' }))
  await screen.findByRole('button', { name: 'Add a time' })
  answer()
  expect(await screen.findByText('Calendar added')).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'Weekly hours' }))
  expect(await calendars.findByText('calendar.google.com')).toBeTruthy()
  await waitFor(() => expect(address.value).toBe(''))
})

it.each([
  [
    'what cannot be read',
    errorResponse(400, 'invalid_request', 'Check it.', { fields: { url: 'This address leads nowhere.' } }),
    'This address leads nowhere.',
  ],
  ['one that is there', errorResponse(409, 'already_exists'), 'You have added this calendar already.'],
])('says at the field why it refuses %s, and keeps the address', async (_, answer, text) => {
  openHours({ special: ({ method }) => (method === 'POST' ? answer : undefined) })
  const calendars = await region()
  const address = await calendars.findByLabelText<HTMLInputElement>('Secret address of the calendar')
  await userEvent.type(address, 'https://x.example/a.ics')
  await userEvent.click(calendars.getByRole('button', { name: 'Add calendar' }))
  await waitFor(() => expect(address.getAttribute('aria-invalid')).toBe('true'))
  expect(document.getElementById(address.getAttribute('aria-describedby')!.split(' ')[0]!)!.textContent).toBe(
    text,
  )
  expect(address.value).toBe('https://x.example/a.ics')
})

it('asks once before one is removed', async () => {
  const requests = openHours({
    feeds: [google, outlook],
    special: ({ method }) => (method === 'DELETE' ? ok({ feeds: [google] }) : undefined),
  })
  await press('Remove the calendar of outlook.live.com')
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }),
  )
  await waitFor(() => expect(screen.queryByText('outlook.live.com')).toBeNull())
  expect(requests.find(({ method }) => method === 'DELETE')!.url).toBe('/api/mentors/busy-feeds/f2')
})

it('leaves the focus in its place when the last one is removed', async () => {
  openHours({
    feeds: [google],
    special: ({ method }) => (method === 'DELETE' ? ok({ feeds: [] }) : undefined),
  })
  await press('Remove the calendar of calendar.google.com')
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }),
  )
  await waitFor(() => expect(screen.queryByText('calendar.google.com')).toBeNull())
  const place = await screen.findByRole('region', { name: 'Other calendars' })
  await waitFor(() => expect(document.activeElement).toBe(place))
})

it('asks again when they were read last, however long the page is open', async () => {
  openHours({ feeds: [google] })
  expect(await (await region()).findByText('Read 5 minutes ago')).toBeTruthy()
  const query = queryClient.getQueryCache().find({ queryKey: busyFeedsKey })
  expect(query?.observers[0]?.options.refetchInterval).toBeLessThan(limits.feedEveryMinutes * 60_000)
})

it('takes no fourth', async () => {
  openHours({ feeds: [google, outlook, { ...google, _id: 'f3' }] })
  const calendars = await region()
  expect(await calendars.findByText(/You can connect 3 calendars/)).toBeTruthy()
  expect(calendars.queryByLabelText('Secret address of the calendar')).toBeNull()
})
