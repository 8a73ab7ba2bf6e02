import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { slotOf } from '../../../testing/slot-samples.ts'
import { SlotList } from './slot-list.tsx'

it('heads each day with "MMMM Do YYYY"', () => {
  render(
    <SlotList slots={[slotOf()]} timeZone="Asia/Kolkata" now={new Date('2030-11-01')} onOpen={() => {}} />,
  )
  expect(screen.getByRole('heading', { name: 'November 21st 2030' })).toBeTruthy()
})

it('says which open times weekly hours have made, and which are hidden', () => {
  const slots = [
    slotOf({ _id: 'a', isLaidOut: true }),
    slotOf({ _id: 'b', isLaidOut: true, isHidden: true }),
    slotOf({ _id: 'c' }),
  ]
  render(<SlotList slots={slots} timeZone="Asia/Kolkata" now={new Date('2030-11-01')} onOpen={() => {}} />)
  const rows = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(/From weekly hoursOpen$/)
  expect(rows[1]).toMatch(/Hidden: busy in another calendarHidden$/)
  expect(rows[2]).toMatch(/Any topicOpen$/)
})
