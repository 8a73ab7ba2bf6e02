import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setOwnTimeZone } from '../../../lib/dates.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { slotKeys } from '../../../lib/slots/slot-keys.ts'
import { renderInArea } from '../../../testing/area-stub.tsx'
import { errorResponse, fakeServer } from '../../../testing/fake-server.ts'
import { slotOf } from '../../../testing/slot-samples.ts'
import { MoveDialog } from './move-dialog.tsx'

beforeEach(() => setOwnTimeZone('Asia/Kolkata'))
afterEach(() => {
  act(() => setOwnTimeZone(null))
  vi.unstubAllGlobals()
})

const early = new Date('2030-11-18T10:00:00.000Z')
const booked = slotOf({ status: 'booked', movesLeft: 2, callId: 'c1' })
const open = [
  slotOf({ _id: 'o1', start: '2030-11-25T04:30:00.000Z' }),
  slotOf({ _id: 'o2', start: '2030-11-26T04:30:00.000Z' }),
  slotOf({ _id: 'o3', start: '2030-11-26T06:30:00.000Z' }),
  slotOf({ _id: 'intro', type: 'intro', start: '2030-11-27T06:30:00.000Z' }),
]

type Response = { status: number; body: unknown }

async function show(answer: Response | (() => Response), now = early) {
  const onClose = vi.fn()
  const requests = fakeServer(({ method }) =>
    method === 'GET'
      ? { status: 200, body: { timeSlots: [booked, ...open] } }
      : typeof answer === 'function'
        ? answer()
        : answer,
  )
  renderInArea(<MoveDialog isOpen slot={booked} now={now} proposing={<p>Other times</p>} onClose={onClose} />)
  return { requests, onClose, dialog: within(await screen.findByRole('dialog')) }
}

it('moves to an open time of the chosen day', async () => {
  const { requests, onClose, dialog } = await show({ status: 200, body: { data: open[2] } })
  await userEvent.selectOptions(await dialog.findByLabelText('Day'), 'Tue 26 Nov (2 open times)')
  await userEvent.click(dialog.getByRole('radio', { name: '12:00 pm' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Move to Tue 26 Nov, 12:00 pm' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(requests.find(({ method }) => method === 'PATCH')).toMatchObject({
    url: '/api/mentees/booked-slots/1/move',
    body: { slotId: booked._id, toSlotId: 'o3' },
  })
  expect(await screen.findByText('It is on Tue 26 Nov, 12:00 pm now.')).toBeTruthy()
})

it('offers no times of another kind, and says so when none is chosen', async () => {
  const { requests, dialog } = await show({ status: 200, body: {} })
  const days = within(await dialog.findByLabelText('Day')).getAllByRole('option')
  expect(days.map(({ textContent }) => textContent)).toEqual([
    'Mon 25 Nov (1 open time)',
    'Tue 26 Nov (2 open times)',
  ])
  await userEvent.click(dialog.getByRole('button', { name: 'Move the session' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Choose a time.')
  expect(requests.every(({ method }) => method === 'GET')).toBe(true)
})

it('says that there is nothing to choose from, not that the mentor has no open times', async () => {
  fakeServer(() => ({ status: 200, body: { timeSlots: [booked] } }))
  renderInArea(<MoveDialog isOpen slot={booked} now={early} proposing={null} onClose={vi.fn()} />)
  expect(await screen.findByText(/no open times/)).toHaveProperty(
    'textContent',
    'There are no open times to choose from. Propose other times instead.',
  )
})

it('says why it was refused, and stays open for another try', async () => {
  const { onClose, dialog } = await show(errorResponse(400, 'slot_unavailable', 'This has just been taken.'))
  await userEvent.click(await dialog.findByRole('radio', { name: '10:00 am' }))
  await userEvent.click(dialog.getByRole('button', { name: /^Move to / }))
  expect((await dialog.findByRole('alert')).textContent).toBe('This has just been taken.')
  expect(dialog.getByRole('button', { name: /^Move to / })).toHaveProperty('disabled', false)
  expect(onClose).not.toHaveBeenCalled()
})

it('only proposes within 12 hours', async () => {
  const { dialog } = await show({ status: 200, body: {} }, new Date('2030-11-21T00:00:00.000Z'))
  expect(dialog.getByText('Other times')).toBeTruthy()
  expect(dialog.queryByRole('tab')).toBeNull()
  expect(dialog.getByText(/so Ananya has to agree to another time/)).toBeTruthy()
})

it('is not given up when the list changes before the answer has come', async () => {
  const { onClose, dialog } = await show(() => {
    act(() => queryClient.setQueryData(slotKeys.ofMentor(booked.mentorId._id), []))
    return { status: 200, body: { data: open[0] } }
  })
  await userEvent.click(await dialog.findByRole('radio', { name: '10:00 am' }))
  await userEvent.click(dialog.getByRole('button', { name: /^Move to / }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(await screen.findByText('Session moved')).toBeTruthy()
})

/** On a page whose own clock goes on behind the dialog. */
function AgeingPage() {
  const [now, setNow] = useState(early)
  return (
    <>
      <button type="button" onClick={() => setNow(new Date('2030-11-21T00:00:00.000Z'))}>
        Wait
      </button>
      <MoveDialog
        isOpen
        slot={booked}
        now={now}
        proposing={<input aria-label="Other time" />}
        onClose={vi.fn()}
      />
    </>
  )
}

it('keeps the times that are being proposed while open ones are looked at, and when it becomes too late for those', async () => {
  fakeServer(() => ({ status: 200, body: { timeSlots: [booked, ...open] } }))
  renderInArea(<AgeingPage />)
  const typed = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Other time' }).value
  const look = async (name: string) => userEvent.click(await screen.findByRole('tab', { name }))
  await look('Propose times')
  await userEvent.type(await screen.findByLabelText('Other time'), 'Monday')
  await look('Open times')
  expect(screen.queryByRole('textbox', { name: 'Other time' })).toBeNull()
  await look('Propose times')
  expect(typed()).toBe('Monday')
  act(() => screen.getByText('Wait').click())
  expect(await screen.findByText(/so Ananya has to agree to another time/)).toBeTruthy()
  expect(typed()).toBe('Monday')
})
