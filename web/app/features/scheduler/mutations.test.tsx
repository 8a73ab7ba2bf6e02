import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../testing/area-stub.tsx'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { menteeLogin } from '../../testing/logins.ts'
import { slotOf } from '../../testing/slot-samples.ts'
import { usePublishSlots, useRemoveSlot } from './mutations.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  toast.dismiss()
})

function Remove({ status }: { status: 'open' | 'booked' }) {
  const remove = useRemoveSlot()
  return (
    <button type="button" onClick={() => remove.mutate({ slot: slotOf({ status }), scope: 'one' })}>
      Remove
    </button>
  )
}
const remove = async (status: 'open' | 'booked') => {
  renderInArea(<Remove status={status} />, { login: { ...menteeLogin, role: 'mentor' } })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
}

it.each(['open', 'booked'] as const)(
  'says "Slot Deleted" when a mentor deletes an %s slot',
  async (status) => {
    const requests = fakeServer(() => ({ status: 200, body: { data: slotOf({ status: 'cancelled' }) } }))
    await remove(status)
    expect(await screen.findByText('Slot Deleted')).toBeTruthy()
    expect(requests[0]).toMatchObject({
      method: 'DELETE',
      url: `/api/mentors/slot-details/${slotOf()._id}?status=${status}`,
    })
  },
)

it('says why a slot that has begun was not deleted, else "Slot allotment Failed"', async () => {
  fakeServer((_, count) =>
    count === 1 ? errorResponse(400, 'not_cancellable', 'It has begun.') : errorResponse(500, 'internal'),
  )
  await remove('booked')
  expect(await screen.findByText('It has begun.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Slot allotment Failed')).toBeTruthy()
})

const form = {
  type: 'session' as const,
  day: '2026-11-24',
  time: '18:00',
  minutes: 60,
  inARow: 1,
  mentorPreferences: '',
  description: '',
  isRepeated: false,
  weekdays: [],
  until: '2026-12-24',
}

function Publish() {
  const publish = usePublishSlots('m1', 'Asia/Kolkata')
  return (
    <button type="button" onClick={() => publish.mutate({ values: form, skipClashes: false })}>
      {publish.isError ? 'Refused' : 'Publish'}
    </button>
  )
}

it('says "Slot allotment Failed" when publishing fails, and leaves a refused form to the form', async () => {
  fakeServer((_, count) =>
    count === 1
      ? errorResponse(400, 'slot_overlap', 'It overlaps another of your times.')
      : errorResponse(500, 'internal'),
  )
  renderInArea(<Publish />, { login: { ...menteeLogin, role: 'mentor' } })
  await userEvent.click(await screen.findByRole('button', { name: 'Publish' }))
  const again = await screen.findByRole('button', { name: 'Refused' })
  expect(screen.queryByText(/overlaps|Slot allotment Failed/)).toBeNull()
  await userEvent.click(again)
  expect(await screen.findByText('Slot allotment Failed')).toBeTruthy()
})
