import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../testing/area-stub.tsx'
import { mentorId } from '../../testing/chat-samples.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { mentorOf } from '../../testing/mentor-samples.ts'
import TrialPage from './trial-page.tsx'

afterEach(() => void vi.unstubAllGlobals())

it('does not tell of a call that was had where the mentee may be restricted', async () => {
  const time = { start: '2099-12-20T10:00:00.000Z', end: '2099-12-20T10:20:00.000Z', type: 'intro' }
  fakeServer(({ url }) => {
    if (url.includes('/mentor/profile/')) return { status: 200, body: { mentorData: mentorOf({}) } }
    return { status: 200, body: url.includes('/availability/') ? { times: [time] } : { timeSlots: [] } }
  })
  renderInArea(<TrialPage />, { at: `/mentees/trial/${mentorId}`, path: '/mentees/trial/:mentorId' })
  expect(await screen.findByText(/No intro call can be booked with Ananya at the moment/)).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/You have had|subscribe/)
})
