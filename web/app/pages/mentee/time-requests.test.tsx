import type { TimeRequest } from '@marga/contract/time-requests'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setOwnTimeZone } from '../../lib/dates.ts'
import { timeRequestOf } from '../../testing/availability-samples.ts'
import { enrollmentOf } from '../../testing/enrollment-samples.ts'
import { errorResponse } from '../../testing/fake-server.ts'
import { openSchedules } from '../../testing/schedules-stub.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-11-22T07:30:00.000Z') })
  setOwnTimeZone('Asia/Kolkata')
})
afterEach(() => {
  setOwnTimeZone(null)
  vi.unstubAllGlobals()
})

const ok = (body: object, status = 200) => ({ status, body })
type Special = Parameters<typeof openSchedules>[0]['special']
const open = (requests: TimeRequest[] = [], special?: Special) =>
  openSchedules({ requests, ...(special ? { special } : {}) })
const region = async () => within(await screen.findByRole('region', { name: 'No time that suits you?' }))

it('asks for up to three times with a few words', async () => {
  const seen = open([], ({ method }) =>
    method === 'POST' ? ok({ request: timeRequestOf() }, 201) : undefined,
  )
  await userEvent.click((await region()).getByRole('button', { name: 'Ask for a time' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask Ananya for a time' }))
  await userEvent.type(await dialog.findByLabelText('Day 1'), '2030-11-26')
  await userEvent.type(dialog.getByLabelText('Start 1'), '18:00')
  await userEvent.click(dialog.getByRole('button', { name: 'Add another time' }))
  await userEvent.type(dialog.getByLabelText('Day 2'), '2030-11-27')
  await userEvent.type(dialog.getByLabelText('Start 2'), '18:00')
  await userEvent.type(dialog.getByLabelText('Message to Ananya (optional)'), 'After work?')
  await userEvent.click(dialog.getByRole('button', { name: 'Ask for these times' }))
  expect(await screen.findByText('Ananya was asked')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(seen.find(({ method }) => method === 'POST')).toMatchObject({
    url: '/api/mentees/time-requests',
    body: {
      mentorId: enrollmentOf().mentorId._id,
      starts: ['2030-11-26T12:30:00.000Z', '2030-11-27T12:30:00.000Z'],
      text: 'After work?',
    },
  })
})

it('keeps times and words that were closed with Escape until they are sent', async () => {
  open([], ({ method }) => (method === 'POST' ? ok({ request: timeRequestOf() }, 201) : undefined))
  const ask = async () => {
    await userEvent.click((await region()).getByRole('button', { name: 'Ask for a time' }))
    const dialog = within(await screen.findByRole('dialog'))
    const day = await dialog.findByLabelText<HTMLInputElement>('Day 1')
    const words = dialog.getByLabelText<HTMLTextAreaElement>('Message to Ananya (optional)')
    return { dialog, day, start: dialog.getByLabelText<HTMLInputElement>('Start 1'), words }
  }
  const first = await ask()
  await userEvent.type(first.day, '2030-11-26')
  await userEvent.type(first.start, '18:00')
  await userEvent.type(first.words, 'After work?')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const again = await ask()
  expect([again.day.value, again.start.value, again.words.value]).toEqual([
    '2030-11-26',
    '18:00',
    'After work?',
  ])
  await userEvent.click(again.dialog.getByRole('button', { name: 'Ask for this time' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const last = await ask()
  expect([last.day.value, last.start.value, last.words.value]).toEqual(['', '', ''])
})

it('says what is wrong at the time, and what was refused above the button', async () => {
  open([], ({ method }) =>
    method === 'POST' ? errorResponse(409, 'quota_used', 'You have used your four calls.') : undefined,
  )
  await userEvent.click((await region()).getByRole('button', { name: 'Ask for a time' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(await dialog.findByLabelText('Day 1'), '2030-11-21')
  await userEvent.type(dialog.getByLabelText('Start 1'), '18:00')
  const send = dialog.getByRole('button', { name: 'Ask for this time' })
  await userEvent.click(send)
  expect(dialog.getByText('This time is in the past.')).toBeTruthy()
  await userEvent.clear(dialog.getByLabelText('Day 1'))
  await userEvent.type(dialog.getByLabelText('Day 1'), '2030-11-26')
  await userEvent.click(send)
  expect((await dialog.findByRole('alert')).textContent).toBe('You have used your four calls.')
  expect(dialog.getByLabelText<HTMLInputElement>('Start 1').value).toBe('18:00')
})

it('lists what was asked for with what became of it, and takes an open one back', async () => {
  const declined = timeRequestOf({ _id: 'r2', status: 'declined' })
  const over = timeRequestOf({ _id: 'r3', expiresAt: '2030-11-22T07:30:00.000Z' })
  const takenBack = timeRequestOf({ ...over, _id: 'r4', status: 'void' })
  const ranOut = timeRequestOf({ ...over, _id: 'r5', status: 'void', isExpired: true })
  const seen = open(
    [timeRequestOf({ text: 'After work?' }), declined, over, takenBack, ranOut],
    ({ method }) => (method === 'DELETE' ? ok({ request: timeRequestOf({ status: 'void' }) }) : undefined),
  )
  const own = await region()
  const rows = within(await own.findByRole('list', { name: 'Times you asked for' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'WaitingTue 26 Nov, 6:00 pm · Wed 27 Nov, 6:00 pm“After work?”Take back',
    expect.stringMatching(/^Declined/),
    expect.stringMatching(/^Expired/),
    expect.stringMatching(/^Closed/),
    expect.stringMatching(/^Expired/),
  ])
  expect(own.getByRole<HTMLButtonElement>('button', { name: 'Ananya was asked' }).disabled).toBe(true)
  await userEvent.click(own.getByRole('button', { name: 'Take back' }))
  expect(await screen.findByText('Taken back')).toBeTruthy()
  expect(seen.find(({ method }) => method === 'DELETE')!.url).toBe(
    `/api/mentees/time-requests/${timeRequestOf()._id}`,
  )
})

it('can be asked for where a day has no open time', async () => {
  open()
  const day = within(await screen.findByRole('region', { name: 'November 22nd 2030' }))
  expect(day.getByText('No open time on this day.')).toBeTruthy()
  await userEvent.click(day.getByRole('button', { name: 'Ask for a time' }))
  expect(await screen.findByRole('dialog', { name: 'Ask Ananya for a time' })).toBeTruthy()
})
