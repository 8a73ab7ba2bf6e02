import type { MenteeProfile } from '@marga/contract/mentee-profile'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../testing/area-stub.tsx'
import { conversationId, conversationOf, messageOf } from '../../testing/chat-samples.ts'
import { enrollmentOf } from '../../testing/enrollment-samples.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { menteeLogin } from '../../testing/logins.ts'
import { mentorCardOf } from '../../testing/mentor-samples.ts'
import { slotOf } from '../../testing/slot-samples.ts'
import MenteeHomePage from './mentee-home-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const profileOf = (interests: string[]) =>
  ({ _id: menteeLogin.userId, about: 'A senior role', interests, timeZone: null }) as unknown as MenteeProfile

const teach = ['Go', 'SQL', 'Excel'].map((skill) => ({
  ...mentorCardOf({ _id: `teaches ${skill}`, firstName: skill, expertise: [skill] }),
  matched: [],
}))

async function open(of: { interests: string[]; isSubscribed: boolean }) {
  let { interests } = of
  const booked = slotOf({ status: 'booked', title: 'Rehearse', start: '2030-11-21T10:00:00.000Z' })
  const conversation = conversationOf({ lastMessage: messageOf(1) })
  const requests = fakeServer(({ url, method, body }) => {
    if (method === 'PATCH') interests = (body as { interests: string[] }).interests
    const search = new URL(url, 'https://host.test').searchParams.get('search')
    const answers: Record<string, unknown> = {
      'edit-profile': { menteeProfileDetails: profileOf(interests) },
      'subscribed-mentors': { allMentorsSubscribed: of.isSubscribed ? [enrollmentOf()] : [] },
      'booked-slots': { bookedSlots: of.isSubscribed ? [booked] : [], nextCursor: null },
      '/conversations': { conversations: of.isSubscribed ? [conversation] : [], nextCursor: null },
      '/unread': { unreadConversations: 1, communities: [] },
      '/mentees/mentors': {
        mentorsSearchResult: search ? teach.filter(({ firstName }) => firstName === search) : teach,
        nextCursor: null,
      },
    }
    const known = Object.keys(answers).find((part) => url.includes(part))
    return { status: 200, body: known ? answers[known] : {} }
  })
  renderInArea(
    <Suspense>
      <MenteeHomePage />
    </Suspense>,
  )
  await screen.findByRole('heading', { level: 1 })
  return requests
}

it('shows the next session with its calendar entry, what was written last, and the goals', async () => {
  await open({ interests: ['Go'], isSubscribed: true })
  expect(await screen.findByText('Rehearse')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add to calendar' })).toBeTruthy()
  const last = await screen.findByRole('link', { name: /Ananya: text 1/ })
  expect(last.getAttribute('href')).toBe(`/mentees/connect/inbox/${conversationId}`)
  expect(last.textContent).toContain('1 unread conversation')
  expect(await screen.findByText('A senior role')).toBeTruthy()
  expect(within(screen.getByRole('list', { name: 'What you want to learn' })).getByText('Go')).toBeTruthy()
})

it('asks a new mentee for three interests and then shows a mentor for each', async () => {
  const requests = await open({ interests: [], isSubscribed: false })
  const save = await screen.findByRole('button', { name: 'Show my mentors' })
  for (const skill of ['Go', 'SQL', 'Excel']) {
    expect((save as HTMLButtonElement).disabled).toBe(true)
    await userEvent.click(await screen.findByRole('button', { name: skill, pressed: false }))
  }
  await userEvent.click(save)
  const matches = within(await screen.findByRole('region', { name: 'Mentors for you' }))
  await waitFor(() => expect(matches.getAllByRole('article')).toHaveLength(3))
  expect(requests.find(({ method }) => method === 'PATCH')?.body).toEqual({
    interests: ['Go', 'SQL', 'Excel'],
  })
  expect(screen.queryByRole('button', { name: 'Show my mentors' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Browse mentors' })).toBeTruthy()
})

it('says at the field that an interest is too long to be saved, and sends nothing', async () => {
  const requests = await open({ interests: [], isSubscribed: false })
  const typed = await screen.findByLabelText<HTMLInputElement>('Interests')
  await userEvent.type(typed, 'x'.repeat(41))
  await userEvent.click(screen.getByRole('button', { name: 'Show my mentors' }))
  expect(screen.getByText('At most 30 interests of 40 characters.')).toBeTruthy()
  expect(typed.value).toHaveLength(41)
  expect(requests.some(({ method }) => method === 'PATCH')).toBe(false)
})
