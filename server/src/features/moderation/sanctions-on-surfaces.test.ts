import { api } from '@marga/contract/api'
import type { SanctionKind } from '@marga/contract/case-states'
import type { Outcome } from '@marga/contract/outcomes'
import type { MemberRole } from '@marga/contract/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { runPaymentJobs } from '../../testing/queued-jobs.ts'
import { decideTicket, expectFlagsOfSanctions, sanctionsOf, ticketAbout } from '../../testing/sanctions.ts'
import {
  type Answers,
  askRequest,
  askSurfaces,
  makeSurfaces,
  type SurfaceWorld,
  sanctionDays,
  signIn,
} from '../../testing/surfaces.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
let address: string
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
  address = await test.listen()
})
afterAll(() => test.close())

/** What everyone finds who is under no sanction; the tables below say what is otherwise. */
const free: Answers = {
  search: 'shown',
  profile: 'priced',
  reviews: 'open',
  times: 'open',
  checkout: 'open',
  intro: 'open',
  booking: 'open',
  menteeWrites: 'open',
  mentorWrites: 'open',
  community: 'open',
  menteeEnters: 'open',
  mentorEnters: 'open',
  login: 'open',
  request: 'open',
  refresh: 'open',
  socket: 'open',
}

/** What was open in the browser when it happened stays shut; one signs in again. */
const signedOut = { request: 'unauthenticated', refresh: 'unauthenticated', socket: 'closed' } as const

const mentorShutOut = {
  search: 'gone',
  profile: 'not_found',
  reviews: 'not_found',
  times: 'not_found',
  checkout: 'not_found',
  intro: 'not_found',
  booking: 'not_found',
  menteeWrites: 'not_enrolled',
  mentorWrites: 'unauthenticated',
  community: 'not_found',
  menteeEnters: 'not_found',
  mentorEnters: 'unauthenticated',
  ...signedOut,
} as const

const menteeShutOut = {
  checkout: 'unauthenticated',
  intro: 'unauthenticated',
  booking: 'unauthenticated',
  menteeWrites: 'unauthenticated',
  mentorWrites: 'not_enrolled',
  community: 'unauthenticated',
  menteeEnters: 'unauthenticated',
  mentorEnters: 'not_found',
  ...signedOut,
} as const

type Who = `${'dismiss' | SanctionKind} ${MemberRole}`
type Row = { during: Partial<Answers>; after: Partial<Answers> }
const table: Record<Who, Row> = {
  'dismiss mentor': { during: {}, after: {} },
  'dismiss mentee': { during: {}, after: {} },
  'warn mentor': { during: {}, after: {} },
  'warn mentee': { during: {}, after: {} },
  'remove_content mentor': { during: {}, after: {} },
  'remove_content mentee': { during: {}, after: {} },
  // Nobody new; whoever is there already books, writes and meets.
  'restrict mentor': {
    during: { search: 'gone', profile: 'without a price', checkout: 'not_found', intro: 'not_found' },
    after: {},
  },
  'restrict mentee': { during: { checkout: 'forbidden', intro: 'forbidden' }, after: {} },
  'suspend mentor': { during: { ...mentorShutOut, login: 'until' }, after: signedOut },
  'suspend mentee': { during: { ...menteeShutOut, login: 'until' }, after: signedOut },
  // Subscriptions have ended, and the times that were on offer are gone.
  'block mentor': {
    during: { ...mentorShutOut, login: 'account_blocked' },
    after: {
      ...signedOut,
      intro: 'not_found',
      booking: 'not_found',
      menteeWrites: 'not_enrolled',
      mentorWrites: 'not_enrolled',
      community: 'not_enrolled',
      menteeEnters: 'not_found',
      mentorEnters: 'not_found',
    },
  },
  // What is paid stays the mentee's; their bookings are gone.
  'block mentee': {
    during: { ...menteeShutOut, login: 'account_blocked' },
    after: { ...signedOut, menteeEnters: 'not_found', mentorEnters: 'not_found' },
  },
}

const endings = {
  dismiss: ['never'],
  warn: ['lifted'],
  restrict: ['lifted', 'over'],
  suspend: ['lifted', 'over'],
  block: ['lifted'],
  remove_content: ['lifted'],
} as const
type Ending = 'never' | 'lifted' | 'over'
type Kind = keyof typeof endings

const rows = (Object.keys(endings) as Kind[]).flatMap((kind) =>
  (['mentor', 'mentee'] as const).flatMap((role) =>
    endings[kind].map((ending: Ending) => ({ kind, role, ending, ...table[`${kind} ${role}`] })),
  ),
)

const outcomeOf = (kind: Kind): Outcome =>
  kind === 'restrict' || kind === 'suspend' ? { kind, days: sanctionDays } : { kind }

async function impose(world: SurfaceWorld, kind: Kind) {
  const ticketId = await ticketAbout(world)
  ok(await decideTicket(test, moderator, ticketId, { outcomes: [outcomeOf(kind)] }))
  await runPaymentJobs(test)
  const [sanction] = await sanctionsOf(test, moderator, world.accused)
  expect(sanction?.kind).toBe(kind === 'dismiss' ? undefined : kind)
  return sanction
}

async function end(ending: Ending, sanction: Awaited<ReturnType<typeof impose>>) {
  if (!sanction || ending === 'never') return
  if (ending === 'lifted') {
    const input = { params: { id: sanction._id }, body: { text: 'It was a mistake.' } }
    ok(await test.call(api.cases.lift, input, moderator))
    return
  }
  await test.app.clock.moveTo(test.app.db, new Date(sanction.endsAt!))
  await test.app.jobHandlers['sanctions:sweep']({})
}

describe('what a sanction shuts, surface by surface', () => {
  it.each(rows)('$kind of a $role, $ending', async ({ kind, role, ending, during, after }) => {
    const world = await makeSurfaces(test, { address, moderator, role })
    const { sessions, accused } = world
    expect(await askSurfaces(world, { now: accused, session: sessions.now })).toEqual(free)

    const sanction = await impose(world, kind)
    // Each process hears of the end of a session by itself.
    const meant = { ...free, ...during }
    await expect.poll(() => askRequest(world)).toBe(meant.request)
    await expect.poll(() => world.socket.socket.connected).toBe(meant.socket === 'open')
    const endsAt = sanction?.endsAt ? new Date(sanction.endsAt) : null
    expect(await askSurfaces(world, { now: accused, session: sessions.now, endsAt })).toEqual(meant)
    await expectFlagsOfSanctions(test)

    await end(ending, sanction)
    await test.app.clock.moveTo(test.app.db, sessions.later.startsAt)
    const now = 'request' in after ? await signIn(test, accused) : accused
    expect(await askSurfaces(world, { now, session: sessions.later })).toEqual({ ...free, ...after })
    await expectFlagsOfSanctions(test)
  })
})
