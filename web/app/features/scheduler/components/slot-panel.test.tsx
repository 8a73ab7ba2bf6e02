import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderInArea } from '../../../testing/area-stub.tsx'
import { menteeId } from '../../../testing/chat-samples.ts'
import { slotOf } from '../../../testing/slot-samples.ts'
import { SlotPanel } from './slot-panel.tsx'

const slot = slotOf({
  status: 'completed',
  menteeId: { _id: menteeId, firstName: 'Diya', lastName: 'Shah', profileImageUrl: null },
})

it.each([
  ['2030-11-21T10:30:00.000Z', false],
  ['2030-11-21T11:00:00.000Z', true],
])('holds what there is to read of the session, at %s', async (now, isOver) => {
  const more = vi.fn(() => <p>What was written down</p>)
  renderInArea(
    <SlotPanel slot={slot} timeZone="Asia/Kolkata" now={new Date(now)} more={more} onClose={() => {}} />,
  )
  expect(await screen.findByText('What was written down')).toBeTruthy()
  expect(more).toHaveBeenLastCalledWith(slot, isOver)
})
