import type { Slot } from '@marga/contract/slots'
import { hashKey, QueryClient, type QueryKey } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ConversationPages } from '../../features/chat/conversation-pages.ts'
import { chatKeys, conversationsQuery, threadQuery } from '../../features/chat/queries.ts'
import { ownProfileQuery } from '../../features/mentor-profile/queries.ts'
import { storeLogin } from '../../lib/auth-storage.ts'
import { formatDate, formatShortMoment, formatTime, setOwnTimeZone } from '../../lib/dates.ts'
import { openCaches, readQueries, writeQueries } from '../../lib/offline/account-cache.ts'
import { keepOffline } from '../../lib/offline/keep-offline.ts'
import type { Shortening } from '../../lib/offline/shortening.ts'
import { queryClient } from '../../lib/query-client.ts'
import { type ComingSlots, comingSlotsQuery, pastSlotsQuery } from '../../lib/slots/mentor-slot-queries.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { conversationOf, fullMessageOf, messageOf } from '../../testing/chat-samples.ts'
import { fakeCaches } from '../../testing/fake-caches.ts'
import { fakePush, leaveFakePush } from '../../testing/fake-push.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { ofBrowser, prepareHours } from '../../testing/hours-stub.tsx'
import { mentorLogin } from '../../testing/logins.ts'
import { mentorOf } from '../../testing/mentor-samples.ts'
import { slotOf } from '../../testing/slot-samples.ts'
import SchedulerPage from '../mentor/scheduler-page.tsx'

// What of a busy mentor's scheduler and inbox, which are too large to be kept whole, there is offline.

const { userId } = mentorLogin
const owner = { role: 'mentor', userId } as const
const dayMs = 86_400_000
const startMs = Date.parse('2030-11-22T10:00:00.000Z')

beforeEach(() => {
  prepareHours()
  fakeCaches()
  vi.stubGlobal('__reactRouterManifest', { version: 'r1' })
  storeLogin(mentorLogin)
})
afterEach(() => {
  setOwnTimeZone(null)
  leaveFakePush()
})

type Query = { queryKey: QueryKey; meta?: { shortening?: Shortening } | undefined }

/** What is left of an answer once it was kept and read back. */
async function keep<Data>({ queryKey: key, meta }: Query, data: Data): Promise<Data | undefined> {
  await openCaches(owner)
  const changed = { key, data, updatedAt: Date.now(), shortening: meta?.shortening }
  await writeQueries(owner, new Map([[hashKey(key), changed]]))
  return (await readQueries(owner))[0]?.data as Data | undefined
}

/** So many sessions, one a day from the day of the test on, each with a long description. */
const busySlots = (count: number): Slot[] =>
  Array.from({ length: count }, (_, day) =>
    slotOf({
      _id: `s${day}`,
      status: 'booked',
      title: `Of day ${day}`,
      description: 'x'.repeat(20_000),
      start: new Date(startMs + day * dayMs).toISOString(),
      end: new Date(startMs + day * dayMs + 3_600_000).toISOString(),
    }),
  )

const keepComing = (slots: Slot[]) => keep<ComingSlots>(comingSlotsQuery(userId), { slots, heldUntil: null })

it('keeps the nearest of a mentor’s times that are too many, and from when on they are not there', async () => {
  const slots = busySlots(40)
  const { slots: kept, heldUntil } = (await keepComing(slots))!
  expect(kept.length).toBeGreaterThan(10)
  expect(kept).toEqual(slots.slice(0, kept.length))
  expect(heldUntil).toBe(slots[kept.length]!.start)
  expect(await keepComing(slots.slice(0, 3))).toEqual({ slots: slots.slice(0, 3), heldUntil: null })
})

it('keeps them so as the page fetches them', async () => {
  fakePush()
  await openCaches(owner)
  const client = new QueryClient()
  const end = keepOffline({ owner, client, prefetch: async () => [] })
  fakeServer(() => ({ status: 200, body: { allTimeSlots: busySlots(40) } }))
  await client.fetchQuery(comingSlotsQuery(userId))
  window.dispatchEvent(new Event('pagehide'))
  await vi.waitFor(async () => expect(await readQueries(owner)).toHaveLength(1))
  expect((await readQueries(owner))[0]!.data).toMatchObject({ heldUntil: expect.any(String) })
  end()
})

it('keeps the latest past ones, and how far back they go', async () => {
  const slots = busySlots(40).toReversed()
  const kept = (await keep(pastSlotsQuery(userId, ofBrowser), { slots, since: slots.at(-1)!.start }))!
  expect(kept.slots.length).toBeGreaterThan(10)
  expect(kept).toEqual({
    slots: slots.slice(0, kept.slots.length),
    since: slots[kept.slots.length - 1]!.start,
  })
})

it('keeps the first of an inbox that is too long, as if the others were still to be loaded', async () => {
  const lastMessage = { ...messageOf(1), message: 'x'.repeat(4000) }
  const conversations = Array.from({ length: 50 }, (_, index) =>
    conversationOf({ _id: `c${index}`, lastMessage }),
  )
  const data: ConversationPages = {
    pages: [
      { conversations, nextCursor: 'second' },
      { conversations: conversations.map((one) => ({ ...one, _id: `later-${one._id}` })), nextCursor: null },
    ],
    pageParams: [undefined, 'second'],
  }
  const kept = (await keep(conversationsQuery(owner, { name: '', turn: 'mentor' }), data))!
  expect(kept.pageParams).toEqual([undefined, 'second'])
  expect(kept.pages[0]).toEqual(data.pages[0])
  const [, second] = kept.pages
  expect(second!.conversations.length).toBeGreaterThan(0)
  expect(second!.conversations).toEqual(data.pages[1]!.conversations.slice(0, second!.conversations.length))
  expect(second!.nextCursor).not.toBeNull()
})

it('keeps fifty messages of a conversation, the newest', async () => {
  const thread = Array.from({ length: 120 }, (_, index) => fullMessageOf(messageOf(index + 1)))
  expect(await keep(threadQuery('mentor', 'c1'), thread)).toEqual(thread.slice(-50))
  expect(threadQuery('mentor', 'c1').queryKey).toEqual(chatKeys.thread('mentor', 'c1'))
})

function Filled({ fill }: { fill: () => void }) {
  useState(fill)
  return (
    <Suspense>
      <SchedulerPage />
    </Suspense>
  )
}

/** The scheduler without a line, with what was kept of so many times. */
async function openOffline(count: number, view: string) {
  const kept = (await keepComing(busySlots(count)))!
  fakeServer(() => 'network-failure')
  const own = { email: 'a@b.in', isEmailVerified: true, phone: '9876543210', locale: null }
  const profile = { ...mentorOf({ _id: userId, timeZone: ofBrowser }), ...own, isTimeZoneChosen: true }
  const fill = () => {
    queryClient.setQueryData(ownProfileQuery(userId).queryKey, profile)
    queryClient.setQueryData(comingSlotsQuery(userId).queryKey, kept)
  }
  const at = `/mentors/scheduler?${view}`
  renderInArea(<Filled fill={fill} />, { login: mentorLogin, at, path: '/mentors/scheduler' })
  return kept.heldUntil!
}

it('lists without a line what is kept, and says from when on there is no more', async () => {
  const heldUntil = await openOffline(40, 'view=list')
  expect(await screen.findByText('Of day 0')).toBeTruthy()
  expect(screen.queryByText('Of day 39')).toBeNull()
  const from = `${formatDate(heldUntil, ofBrowser)}, ${formatTime(heldUntil, ofBrowser)}`
  const end = `Times from ${from} on are not kept on this device.`
  expect(screen.getByText(end)).toBeTruthy()
})

it('draws without a line the running week from what is ahead, and says what of it is missing', async () => {
  await openOffline(40, 'view=week')
  expect(
    await screen.findByText('Not everything could be loaded. Missing: what is over on these days.'),
  ).toBeTruthy()
  expect(screen.getAllByText('Of day 0').length).toBeGreaterThan(0)
})

it('says of a week of which only the beginning is kept from when on times are missing, of later ones that they are not there', async () => {
  const heldUntil = await openOffline(
    40,
    `view=week&day=${new Date(startMs + 14 * dayMs).toISOString().slice(0, 10)}`,
  )
  const from = formatShortMoment(heldUntil, ofBrowser)
  expect(
    await screen.findByText(`Not everything could be loaded. Missing: times from ${from} on.`),
  ).toBeTruthy()
  for (let week = 0; week < 2; week += 1)
    await userEvent.click(screen.getByRole('button', { name: 'Next week' }))
  expect(await screen.findByText(/^These days could not be loaded/)).toBeTruthy()
})
