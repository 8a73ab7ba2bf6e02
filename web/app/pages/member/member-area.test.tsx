import type { MemberRole } from '@marga/contract/roles'
import type { QueryKey } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { paymentsQuery } from '../../features/enrollments/payments.ts'
import { subscribedMenteesQuery } from '../../features/mentor-profile/queries.ts'
import { mentorProfileQuery } from '../../features/mentors/queries.ts'
import { reviewsQuery } from '../../features/reviews/queries.ts'
import { mentorEnrollmentsQuery } from '../../features/stats/queries.ts'
import { ownTicketsQuery } from '../../features/tickets/queries.ts'
import { storeLogin } from '../../lib/auth-storage.ts'
import { queryClient } from '../../lib/query-client.ts'
import { fakeConnection } from '../../testing/fake-connection.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { deliver } from '../../testing/fake-socket.ts'
import { menteeLogin, mentorLogin } from '../../testing/logins.ts'
import { renderSite } from '../../testing/site-stub.tsx'
import MenteeLayout from '../mentee/mentee-layout.tsx'
import MentorLayout from '../mentor/mentor-layout.tsx'

beforeEach(() => queryClient.clear())
afterEach(() => {
  cleanup()
  toast.dismiss()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const [mentee, mentor] = [menteeLogin.userId, mentorLogin.userId]
const areas = {
  mentee: { at: '/mentees', login: menteeLogin, Component: MenteeLayout },
  mentor: { at: '/mentors', login: mentorLogin, Component: MentorLayout },
}

async function openArea(role: MemberRole) {
  const { at, login, Component } = areas[role]
  storeLogin(login)
  fakeServer(({ url }) => {
    if (url.includes('/unread')) return { status: 200, body: { unreadConversations: 0, communities: [] } }
    if (url.includes('/notifications/'))
      return { status: 200, body: { notifications: [], isRead: true, nextCursor: null } }
    return { status: 200, body: {} }
  })
  renderSite([{ path: at, Component }], at)
  await screen.findAllByRole('link', { name: /Connect/ })
}

const hold = (keys: readonly QueryKey[]) => {
  for (const key of keys) queryClient.setQueryData(key, [])
}
const stale = (keys: readonly QueryKey[]) =>
  keys.filter((key) => queryClient.getQueryState(key)?.isInvalidated)

const seenBy = {
  mentee: [
    ownTicketsQuery({ role: 'mentee', userId: mentee }).queryKey,
    reviewsQuery(mentor).queryKey,
    mentorProfileQuery(mentor).queryKey,
    paymentsQuery(mentee).queryKey,
  ],
  mentor: [
    ownTicketsQuery({ role: 'mentor', userId: mentor }).queryKey,
    reviewsQuery(mentor).queryKey,
    subscribedMenteesQuery(mentor).queryKey,
    mentorEnrollmentsQuery(mentor, 30, 'Asia/Kolkata').queryKey,
  ],
}
const notice = {
  _id: '0198a000-0000-7000-8000-0000000000aa',
  content: 'Something happened',
  isRead: false,
  createdAt: '2026-11-22T10:00:00.000Z',
  conversationId: null,
  link: null,
}

it.each(['mentee', 'mentor'] as const)(
  'asks again for what a notice may be about on the pages of a %s',
  async (role) => {
    await openArea(role)
    hold(seenBy[role])
    await deliver('notification', { ...notice, type: 'message' })
    expect(stale(seenBy[role])).toEqual([])
    await deliver('notification', { ...notice, type: 'alert' })
    expect(stale(seenBy[role])).toEqual(seenBy[role])
  },
)

it.each(['mentee', 'mentor'] as const)(
  'asks again for the same of a %s when notices may have been missed',
  async (role) => {
    const { become } = fakeConnection(role)
    await openArea(role)
    hold(seenBy[role])
    await become('connected')
    expect(stale(seenBy[role])).toEqual([])
    await become('connecting')
    await become('connected')
    expect(stale(seenBy[role])).toEqual(seenBy[role])
  },
)
