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
