import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../testing/area-stub.tsx'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { menteeLogin } from '../../testing/logins.ts'
import { slotOf } from '../../testing/slot-samples.ts'
import { useBookSlot, useCancelBooking } from './mutations.ts'

afterEach(() => void vi.unstubAllGlobals())

const slot = slotOf()
const values = { menteeId: menteeLogin.userId, title: 'My CV' }

function Buttons() {
  const book = useBookSlot()
  const cancel = useCancelBooking()
  return (
    <>
      <button type="button" onClick={() => book.mutate({ slotId: slot._id, values })}>
        Book
      </button>
      <button type="button" onClick={() => cancel.mutate(slot._id)}>
        Cancel
      </button>
    </>
  )
}
const press = async (name: string) => {
  renderInArea(<Buttons />)
  await userEvent.click(await screen.findByRole('button', { name }))
}

it('books with the values and the slot, and says "Slot allocated Succssfully"', async () => {
  const requests = fakeServer(() => ({ status: 200, body: { data: slot } }))
  await press('Book')
  expect(await screen.findByText('Slot allocated Succssfully')).toBeTruthy()
  expect(requests[0]).toMatchObject({
    method: 'POST',
    url: '/api/mentees/timeslots/1',
    body: { slotId: slot._id, values },
  })
})

it.each([
  ['a 400', errorResponse(400, 'quota_used', 'All four calls are used.'), 'Slot allotment Failed'],
  ['any other failure', errorResponse(500, 'internal', 'It broke.'), 'Slot allocation Failed'],
])('a booking says its fixed text after %s', async (_, answer, text) => {
  fakeServer(() => answer)
  await press('Book')
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByText(answer.body.message)).toBeTruthy()
})

it('cancels by the slot and says "Booking cancelled"', async () => {
  const requests = fakeServer(() => ({ status: 200, body: { data: slot } }))
  await press('Cancel')
  expect(await screen.findByText('Booking cancelled')).toBeTruthy()
  expect(requests[0]).toMatchObject({
    method: 'PATCH',
    url: '/api/mentees/booked-slots/1',
    body: { slotId: slot._id },
  })
})

it('says "Somethign wetn wrong" when a booking could not be cancelled', async () => {
  fakeServer(() => errorResponse(400, 'not_cancellable', 'It has begun.'))
  await press('Cancel')
  expect(await screen.findByText('Somethign wetn wrong')).toBeTruthy()
})
