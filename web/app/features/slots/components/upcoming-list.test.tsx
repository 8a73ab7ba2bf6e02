import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderInArea } from '../../../testing/area-stub.tsx'
import { slotOf } from '../../../testing/slot-samples.ts'
import { UpcomingList } from './upcoming-list.tsx'

it('says when a session is as "MMMM Do YYYY"', async () => {
  renderInArea(<UpcomingList slots={[slotOf()]} now={new Date('2030-11-01')} allHref="/all" />)
  expect(await screen.findByText(/^November 21st 2030, .* · Ananya$/)).toBeTruthy()
})
