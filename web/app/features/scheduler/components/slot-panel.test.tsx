import type { Slot } from '@marga/contract/slots'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../../testing/area-stub.tsx'
import { menteeId } from '../../../testing/chat-samples.ts'
import { errorResponse, fakeServer } from '../../../testing/fake-server.ts'
import { menteeLogin } from '../../../testing/logins.ts'
import { slotOf } from '../../../testing/slot-samples.ts'
import { SlotPanel } from './slot-panel.tsx'

afterEach(() => vi.unstubAllGlobals())

const seriesId = '0198a000-0000-7000-8000-0000000000d9'
// 9:00 in Kolkata.
const slot = slotOf({ start: '2030-11-21T03:30:00.000Z', end: '2030-11-21T04:30:00.000Z', seriesId })
const none = { clashes: [], missingDays: [] }

async function open(given = slot) {
  const onClose = vi.fn()
  renderInArea(
    <SlotPanel
      slot={given}
      timeZone="Asia/Kolkata"
      now={new Date('2030-11-20T00:00:00Z')}
      onClose={onClose}
    />,
    { login: { ...menteeLogin, role: 'mentor' } },
  )
  await screen.findByRole('dialog', { name: 'Session' })
  return onClose
}

it('deletes a time of a repetition alone, unless all that follow are meant', async () => {
  const requests = fakeServer(() => ({
    status: 200,
    body: { data: slot, isCallReturned: false, removed: 12, kept: 2 },
  }))
  const onClose = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Delete this time' }))
  const question = await screen.findByRole('alertdialog')
  expect(within(question).getByRole<HTMLInputElement>('radio', { name: 'This one' }).checked).toBe(true)
  await userEvent.click(within(question).getByRole('radio', { name: /This and the following/ }))
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('12 times. 2 are booked and stay as they are.')).toBeTruthy()
  expect(requests[0]?.url).toBe(`/api/mentors/slot-details/${slot._id}?scope=following`)
  expect(onClose).toHaveBeenCalledOnce()
})

it('deletes only the one when nothing else is chosen', async () => {
  const body = { data: slot, isCallReturned: false, removed: 1, kept: 0 }
  const requests = fakeServer(() => ({ status: 200, body }))
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Delete this time' }))
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
  )
  await vi.waitFor(() => expect(requests[0]?.url).toBe(`/api/mentors/slot-details/${slot._id}?status=open`))
})

it('asks no more whether to delete a time that is booked meanwhile: the same button would cancel the session', async () => {
  const requests = fakeServer(() => ({ status: 200, body: {} }))
  const client = new QueryClient()
  const panelOf = (given: Slot) => (
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <SlotPanel
          slot={given}
          timeZone="Asia/Kolkata"
          now={new Date('2030-11-20T00:00:00Z')}
          onClose={() => {}}
        />
      </QueryClientProvider>
    </MemoryRouter>
  )
  const { rerender } = render(panelOf(slot))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete this time' }))
  expect(await screen.findByRole('alertdialog', { name: 'Delete this time?' })).toBeTruthy()
  rerender(panelOf({ ...slot, status: 'booked' }))
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(requests).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Cancel this session' }))
  expect(await screen.findByRole('alertdialog', { name: 'Cancel this session?' })).toBeTruthy()
})

it('asks nothing of the kind about a time that was published alone', async () => {
  await open(slotOf({ ...slot, seriesId: null }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete this time' }))
  expect(within(await screen.findByRole('alertdialog')).queryByRole('radio')).toBeNull()
})

it('moves a time and all that follow; what clashes may stay where it is', async () => {
  const clashes = ['2030-11-28T05:30:00.000Z']
  const requests = fakeServer((_, count) =>
    count === 1
      ? { status: 400, body: { ...errorResponse(400, 'slot_overlap').body, ...none, clashes } }
      : { status: 200, body: { data: slot, changed: [slot, slot], kept: 0, skipped: { ...none, clashes } } },
  )
  const onClose = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Change this time' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change this time' })
  await userEvent.click(within(dialog).getByRole('radio', { name: /This and the following/ }))
  fireEvent.change(within(dialog).getByLabelText('Start'), { target: { value: '11:00' } })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save for all of them' }))
  expect(requests[0]).toMatchObject({
    method: 'PATCH',
    body: {
      scope: 'following',
      move: {
        start: '2030-11-21T05:30:00.000Z',
        end: '2030-11-21T06:30:00.000Z',
        timeZone: 'Asia/Kolkata',
      },
    },
  })
  const notice = await within(dialog).findByRole('alert')
  expect(notice.textContent).toContain('Thu 28 Nov, 11:00 am')
  await userEvent.click(within(notice).getByRole('button', { name: 'Skip this one and move the rest' }))
  expect(await screen.findByText('2 times changed')).toBeTruthy()
  expect(requests[1]?.body).toMatchObject({ skipClashes: true })
  expect(onClose).toHaveBeenCalledOnce()
})

it('changes words without moving, and only this one when nothing else is said', async () => {
  const requests = fakeServer(() => ({
    status: 200,
    body: { data: slot, changed: [slot], kept: 0, skipped: none },
  }))
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Change this time' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change this time' })
  await userEvent.type(within(dialog).getByLabelText(/What it is for/), 'Interviews')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Time changed')).toBeTruthy()
  expect(requests[0]?.body).toEqual({
    scope: 'one',
    mentorPreferences: 'Interviews',
    description: '',
    skipClashes: false,
  })
})

it('offers no change of a booked time', async () => {
  await open(slotOf({ ...slot, status: 'booked' }))
  expect(screen.queryByRole('button', { name: 'Change this time' })).toBeNull()
})

const held = slotOf({
  status: 'completed',
  menteeId: { _id: menteeId, firstName: 'Diya', lastName: 'Shah', profileImageUrl: null },
})

it.each([
  ['2030-11-21T10:30:00.000Z', false],
  ['2030-11-21T11:00:00.000Z', true],
])('holds what there is to read of the session, at %s', async (now, isOver) => {
  const more = vi.fn(() => <p>What was written down</p>)
  renderInArea(
    <SlotPanel slot={held} timeZone="Asia/Kolkata" now={new Date(now)} more={more} onClose={() => {}} />,
  )
  expect(await screen.findByText('What was written down')).toBeTruthy()
  expect(more).toHaveBeenLastCalledWith(held, isOver)
})
