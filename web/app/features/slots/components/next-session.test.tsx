import { cleanup, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderInArea } from '../../../testing/area-stub.tsx'
import { NextSession } from './next-session.tsx'

const show = (callsLeft: number) =>
  renderInArea(
    <NextSession
      slots={[]}
      callsLeft={callsLeft}
      bookedSlotsHref="/booked"
      schedulesHref="/schedules"
      roomHref={() => '/room'}
    />,
  )

it('says how many calls can be booked where none is, and that there are none where that is so', async () => {
  show(1)
  expect(await screen.findByText('You have 1 call left. Pick an open hour with your mentor.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Book a session' })).toBeTruthy()
  cleanup()
  show(0)
  expect(await screen.findByText(/^You have no calls to book right now/)).toBeTruthy()
  expect(screen.queryByText(/left/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Book a session' })).toBeNull()
  expect(screen.getByRole('link', { name: 'See open times' }).getAttribute('href')).toBe('/schedules')
})
