import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setOwnTimeZone } from '../../../lib/dates.ts'
import { renderInArea } from '../../../testing/area-stub.tsx'
import { errorResponse, fakeServer } from '../../../testing/fake-server.ts'
import { mentorLogin } from '../../../testing/logins.ts'
import { slotOf } from '../../../testing/slot-samples.ts'
import { ProposeTimesForm } from './propose-times-form.tsx'

beforeEach(() => setOwnTimeZone('Asia/Kolkata'))
afterEach(() => {
  act(() => setOwnTimeZone(null))
  vi.unstubAllGlobals()
})

const slot = slotOf({ status: 'booked', movesLeft: 2 })

function show() {
  const onProposed = vi.fn()
  renderInArea(<ProposeTimesForm of="mentor" slot={slot} otherName="Asha" onProposed={onProposed} />, {
    login: mentorLogin,
  })
  return onProposed
}
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const send = () => userEvent.click(screen.getByRole('button', { name: /^Propose th/ }))

it('sends up to three times of the person’s own zone, and the words', async () => {
  const requests = fakeServer(() => ({ status: 201, body: { proposal: {} } }))
  const onProposed = show()
  fill('Day 1', '2030-11-25')
  fill('Start 1', '10:00')
  await userEvent.click(screen.getByRole('button', { name: 'Add another time' }))
  fill('Day 2', '2030-11-26')
  fill('Start 2', '18:30')
  await userEvent.click(screen.getByRole('button', { name: 'Add another time' }))
  expect(screen.queryByRole('button', { name: 'Add another time' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Remove time 3' }))
  await userEvent.type(screen.getByLabelText('Message to Asha (optional)'), ' I am travelling. ')
  await send()
  await vi.waitFor(() => expect(onProposed).toHaveBeenCalledOnce())
  expect(requests[0]).toMatchObject({
    method: 'POST',
    url: '/api/mentors/move-proposals',
    body: {
      slotId: slot._id,
      starts: ['2030-11-25T04:30:00.000Z', '2030-11-26T13:00:00.000Z'],
      text: 'I am travelling.',
    },
  })
})

it('says what is wrong under the field, puts the focus there and sends nothing', async () => {
  const requests = fakeServer(() => ({ status: 201, body: {} }))
  show()
  await send()
  expect(await screen.findByText('Choose a day.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Day 1'))
  expect(requests).toEqual([])
})

it('shows which of the times is taken, and everything else above the button', async () => {
  const clashes = ['2030-11-25T04:30:00.000Z']
  fakeServer((_, count) =>
    count === 1
      ? errorResponse(400, 'slot_overlap', 'It overlaps.', { clashes, missingDays: [] })
      : errorResponse(409, 'already_proposed', 'There is an open proposal for this session already.'),
  )
  const onProposed = show()
  fill('Day 1', '2030-11-25')
  fill('Start 1', '10:00')
  await send()
  expect(await screen.findByText('One of you has another session then.')).toBeTruthy()
  expect(screen.queryByText('It overlaps.')).toBeNull()
  await send()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'There is an open proposal for this session already.',
  )
  expect(onProposed).not.toHaveBeenCalled()
})
