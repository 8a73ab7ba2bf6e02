import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { conversationOf, mentorId } from '../../testing/chat-samples.ts'
import { enrollmentOf } from '../../testing/enrollment-samples.ts'
import { fakeLocation } from '../../testing/fake-location.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { mentorOf } from '../../testing/mentor-samples.ts'
import type { StubPage } from '../../testing/site-stub.tsx'
import Page from './mentee-mentor-profile-page.tsx'

afterEach(() => void vi.unstubAllGlobals())

/** A mentor's profile; what its buttons ask is answered when the test says so. */
function open(isEnrollmentActive: boolean, others: readonly StubPage[] = []) {
  let answer!: (body: object) => void
  const given = new Promise<object>((resolve) => {
    answer = resolve
  })
  fakeServer(async ({ method, url }) => {
    if (method !== 'GET') return { status: 201, body: await given }
    const body = url.includes('/mentor/profile/')
      ? {
          mentorData: mentorOf(),
          isEnrollmentActive,
          enrollment: isEnrollmentActive ? enrollmentOf() : null,
          ownReview: null,
          canReview: false,
        }
      : url.includes('/reviews/')
        ? { reviews: [], nextCursor: null, summary: { rating: null, count: 0, byStars: [0, 0, 0, 0, 0] } }
        : url.includes('/unread')
          ? { unreadConversations: 0, communities: [] }
          : { places: [], times: [] }
    return { status: 200, body }
  })
  renderInArea(<Page />, {
    at: `/mentees/browse/mentor/profile/${mentorId}`,
    path: '/mentees/browse/mentor/profile/:mentorId',
    others,
  })
  return {
    async answer(body: object) {
      expect(queryClient.isMutating()).toBe(1)
      answer(body)
      await waitFor(() => expect(queryClient.isMutating()).toBe(0))
    },
  }
}
const schedules = { path: '/mentees/schedules', element: <p>the schedules</p> }
// The panel stands twice: beside the text on wide screens, above it on small ones.
const press = async (role: string, name: string) =>
  userEvent.click((await screen.findAllByRole(role, { name }))[0]!)

it('leads to no inbox whoever has followed another link before the answer came', async () => {
  const { answer } = open(true, [schedules])
  await press('button', 'Chat')
  await press('link', 'Schedule a live Session')
  expect(await screen.findByText('the schedules')).toBeTruthy()
  await answer({ conversations: conversationOf() })
  expect(screen.getByText('the schedules')).toBeTruthy()
})

it('leads there neither while the page that was pressed instead is on its way', async () => {
  let arrive!: (data: null) => void
  const loaded = new Promise<null>((resolve) => {
    arrive = resolve
  })
  const { answer } = open(true, [{ ...schedules, loader: () => loaded }])
  await press('button', 'Chat')
  await press('link', 'Schedule a live Session')
  await answer({ conversations: conversationOf() })
  arrive(null)
  const shown = await screen.findByText(/^(the schedules|elsewhere)$/)
  expect(shown.textContent).toBe('the schedules')
})

it('leads to no payment page whoever has left the profile before the answer came', async () => {
  const { assign } = fakeLocation()
  const { answer } = open(false)
  await press('button', 'Subscribe')
  await press('link', 'Report this profile')
  expect(await screen.findByText('elsewhere')).toBeTruthy()
  await answer({ url: 'https://pay.example/c/1' })
  expect(assign).not.toHaveBeenCalled()
})
