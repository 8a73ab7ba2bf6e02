import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../testing/area-stub.tsx'
import { mentorId } from '../../testing/chat-samples.ts'
import { enrollmentOf } from '../../testing/enrollment-samples.ts'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { mentorOf } from '../../testing/mentor-samples.ts'
import MenteeCommunityPage from './mentee-community-page.tsx'
import MenteeMentorProfilePage from './mentee-mentor-profile-page.tsx'

afterEach(() => void vi.unstubAllGlobals())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const paused = enrollmentOf({ pausedFrom: inDays(-1), pausedUntil: inDays(5) })

const serve = (isEnrollmentActive: boolean) =>
  fakeServer(({ url }) => {
    if (url.includes('/mentor/profile/')) {
      const enrollment = isEnrollmentActive ? paused : null
      const rest = { isEnrollmentActive, enrollment, ownReview: null, canReview: false }
      return { status: 200, body: { mentorData: mentorOf(), ...rest } }
    }
    if (url.endsWith('/waitlist')) return { status: 200, body: { places: [] } }
    if (url.includes('/availability/')) return { status: 200, body: { times: [] } }
    if (url.includes('/unread'))
      return { status: 200, body: { unreadConversations: 0, communities: [{ mentorId, unread: 0 }] } }
    return errorResponse(403, 'not_enrolled', 'This needs an active subscription to the mentor.')
  })

it('leads from the profile neither into the room nor to a booking, which are closed then', async () => {
  serve(true)
  renderInArea(<MenteeMentorProfilePage />, {
    at: `/mentees/browse/mentor/profile/${mentorId}`,
    path: '/mentees/browse/mentor/profile/:mentorId',
  })
  expect((await screen.findAllByRole('button', { name: 'Read the chat' })).length).toBeGreaterThan(0)
  expect(screen.queryByRole('link', { name: /^Community/ })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Schedule a live Session' })).toBeNull()
})

const openRoom = () =>
  renderInArea(<MenteeCommunityPage />, {
    at: `/mentees/community/${mentorId}`,
    path: '/mentees/community/:mentorId',
  })

it('is what the room sends a subscriber to, who has nothing to subscribe to', async () => {
  serve(true)
  openRoom()
  expect(await screen.findByText('This room is closed to you now')).toBeTruthy()
  const link = await screen.findByRole('link', { name: 'Manage this subscription' })
  expect(link.getAttribute('href')).toBe('/mentees/subscribed-mentors')
})

it('is none for somebody else, who is led to the offer', async () => {
  serve(false)
  openRoom()
  expect(await screen.findByText('This room is for subscribers')).toBeTruthy()
  expect(await screen.findByRole('link', { name: /^Subscribe to / })).toBeTruthy()
})
