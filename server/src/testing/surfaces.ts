import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import { formatPlainDate } from '../platform/date-format.ts'
import {
  book,
  conversationOf,
  enroll,
  mentorForm,
  newMentee,
  newMentor,
  ok,
  publish,
  signInMentee,
  signInMentor,
  type TestPerson,
  testPassword,
} from './people.ts'
import { hourAhead } from './settled-sessions.ts'
import { connectSocket, type Heard } from './sockets.ts'
import type { Called, TestApp } from './test-app.ts'

const dayHours = 24
/** A sanction of the tests ends before the second session, which is before the times that are on offer. */
export const sanctionDays = 2

/** What can be asked of each surface: a code where it refuses. */
export type Answers = {
  search: 'shown' | 'gone'
  profile: string
  /** What stands beside the profile. */
  reviews: string
  times: string
  checkout: string
  /** Says so where it is offered and cannot be booked, or the other way round. */
  intro: string
  booking: string
  menteeWrites: string
  mentorWrites: string
  community: string
  menteeEnters: string
  mentorEnters: string
  /** `until`: refused, and told until which day. */
  login: string
  /** With what was there before: an access token, a refresh token, a socket. */
  request: string
  refresh: string
  socket: 'open' | 'closed'
}

export type SurfaceWorld = {
  test: TestApp
  role: MemberRole
  mentee: TestPerson
  mentor: TestPerson
  /** Of the two, who is sanctioned, as they were signed in before; and the one who complains. */
  accused: TestPerson
  other: TestPerson
  /** The two who know each other not yet: one of them is the accused. */
  strangers: { mentee: TestPerson; mentor: TestPerson; introSlotId: string; priceId: string }
  conversationId: string
  openSlotId: string
  /** Two booked sessions: one that begins in minutes, one after the sanction. */
  sessions: { now: Session; later: Session }
  refreshTokens: string[]
  socket: Heard
  enrollmentId: string
}
type Session = { slotId: string; startsAt: Date }

let count = 0
/** Letters only, and nobody else's. */
const uniqueName = () => `Quorr${[...String(++count)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}x`

/** A mentor, a mentee who is subscribed to them, and somebody new for the one who is going to be sanctioned. */
export async function makeSurfaces(
  test: TestApp,
  { address, moderator, role }: { address: string; moderator: TestPerson; role: MemberRole },
): Promise<SurfaceWorld> {
  const mentor = await newMentor(test, moderator, { ...mentorForm(), firstName: uniqueName() })
  const mentee = await newMentee(test)
  const { _id: enrollmentId } = await enroll(test, mentee, mentor)
  const [accused, other] = role === 'mentor' ? [mentor, mentee] : [mentee, mentor]
  const soon = new Date(test.app.clock.now().getTime() + 5 * 60_000)
  const open = await publish(test, mentor, hourAhead(test, 10 * dayHours))
  const refreshTokens: string[] = []
  for (let phase = 0; phase < 3; phase++) refreshTokens.push((await signIn(test, accused)).refreshToken)
  return {
    test,
    role,
    mentee,
    mentor,
    accused,
    other,
    strangers: await makeStrangers(test, moderator, accused),
    conversationId: await conversationOf(test, mentee, mentor),
    openSlotId: open._id,
    sessions: {
      now: await session(test, { mentee, mentor }, soon),
      later: await session(test, { mentee, mentor }, hourAhead(test, 3 * dayHours)),
    },
    refreshTokens,
    socket: await connectSocket(address, accused),
    enrollmentId,
  }
}

async function makeStrangers(test: TestApp, moderator: TestPerson, accused: TestPerson) {
  const mentor = accused.role === 'mentor' ? accused : await newMentor(test, moderator)
  const mentee = accused.role === 'mentee' ? accused : await newMentee(test)
  const intro = await publish(test, mentor, hourAhead(test, 10 * dayHours + 2), 'intro')
  const { mentorData } = ok(await test.call(api.mentors.profile, { params: { mentorId: mentor.id } }))
  return { mentee, mentor, introSlotId: intro._id, priceId: mentorData.stripePriceId! }
}

type Two = { mentee: TestPerson; mentor: TestPerson }
async function session(test: TestApp, { mentee, mentor }: Two, startsAt: Date): Promise<Session> {
  const { _id: slotId } = await publish(test, mentor, startsAt)
  ok(await book(test, mentee, slotId))
  return { slotId, startsAt }
}

export const signIn = (test: TestApp, { role, email, firstName }: TestPerson) =>
  role === 'mentee' ? signInMentee(test, email, firstName) : signInMentor(test, email, firstName)

const codeOf = ({ status, body }: Called<unknown>) => (status < 300 ? 'open' : String(body.code))

/**
 * Asks every surface once, and undoes what it did. `now`: the accused, by the token that they have at present;
 * `session`: whose room should be open.
 */
export async function askSurfaces(
  world: SurfaceWorld,
  { now, session: { slotId }, endsAt }: { now: TestPerson; session: Session; endsAt?: Date | null },
): Promise<Answers> {
  const two = { mentee: world.mentee, mentor: world.mentor, [world.role]: now }
  return {
    ...(await askPublic(world)),
    ...(await askStrangers(world, now)),
    ...(await askPair(world, two, slotId)),
    ...(await askSignIn(world, endsAt ?? null)),
  }
}

async function askPublic({ test, mentor }: SurfaceWorld) {
  const { mentorsSearchResult } = ok(
    await test.call(api.search.mentors, { query: { search: mentor.firstName } }),
  )
  const profile = await test.call(api.mentors.profile, { params: { mentorId: mentor.id } })
  const params = { mentorId: mentor.id }
  const reviews = await test.call(api.reviews.list, { params, query: {} })
  const times = await test.call(api.search.availability, { params, query: {} })
  const isPriced = profile.status === 200 && profile.body.mentorData.stripePriceId !== null
  return {
    search: mentorsSearchResult.some(({ _id }) => _id === mentor.id) ? ('shown' as const) : ('gone' as const),
    reviews: codeOf(reviews),
    times: codeOf(times),
    profile: profile.status !== 200 ? codeOf(profile) : isPriced ? 'priced' : 'without a price',
  }
}

async function askStrangers({ test, role, strangers }: SurfaceWorld, now: TestPerson) {
  const mentee = role === 'mentee' ? now : strangers.mentee
  const { mentor, introSlotId: slotId, priceId } = strangers
  const pair = { menteeId: mentee.id, mentorId: mentor.id }
  const checkout = await test.call(
    api.enrollments.createCheckout,
    { body: { ...pair, mentorPriceId: priceId } },
    mentee,
  )
  const offers = [await isOfferedToMentee(test, mentee, mentor.id, slotId)]
  if (role === 'mentor') offers.push(await isOfferedToAll(test, mentor.id))
  const intro = await test.call(api.slots.bookIntro, { body: { mentorId: mentor.id, slotId } }, mentee)
  const isFalse = offers.some((isOffered) => isOffered !== intro.status < 300)
  if (intro.status < 300) ok(await test.call(api.slots.cancel, { body: { slotId } }, mentee))
  return { checkout: codeOf(checkout), intro: `${codeOf(intro)}${isFalse ? ', and offered otherwise' : ''}` }
}

async function isOfferedToMentee(test: TestApp, mentee: TestPerson, mentorId: string, slotId: string) {
  const { status, body } = await test.call(api.slots.forMentee, { params: { mentorId }, query: {} }, mentee)
  return status === 200 && body.timeSlots.some(({ _id }) => _id === slotId)
}

async function isOfferedToAll(test: TestApp, mentorId: string) {
  const { status, body } = await test.call(api.search.availability, { params: { mentorId }, query: {} })
  return status === 200 && body.times.some(({ type }) => type === 'intro')
}

async function askPair(world: SurfaceWorld, { mentee, mentor }: Two, slotId: string) {
  const { test, conversationId, openSlotId } = world
  const booking = await book(test, mentee, openSlotId)
  if (booking.status < 300) ok(await test.call(api.slots.cancel, { body: { slotId: openSlotId } }, mentee))
  const write = (by: TestPerson) =>
    test.call(
      api.chat[by.role as 'mentee'].send,
      { params: { conversationId }, body: { message: 'Shall we?', sender: by.id } },
      by,
    )
  const enter = (by: TestPerson) => test.call(api.live.verify, { body: { userId: by.id, slotId } }, by)
  const post = { params: { mentorId: mentor.id }, body: { message: 'Hello all' } }
  return {
    booking: codeOf(booking),
    menteeWrites: codeOf(await write(mentee)),
    mentorWrites: codeOf(await write(mentor)),
    community: codeOf(await test.call(api.community.send, post, mentee)),
    menteeEnters: codeOf(await enter(mentee)),
    mentorEnters: codeOf(await enter(mentor)),
  }
}

async function askSignIn(world: SurfaceWorld, endsAt: Date | null) {
  const { test, role, accused, socket, conversationId, refreshTokens } = world
  const login = await test.call(role === 'mentee' ? api.accounts.loginMentee : api.accounts.loginMentor, {
    body: { email: accused.email, password: testPassword },
  })
  const namesDay = endsAt !== null && String(login.body.message).includes(formatPlainDate(endsAt, null))
  const refresh = await test.call(
    role === 'mentee' ? api.accounts.regenerateMentee : api.accounts.regenerateMentor,
    { body: { refreshToken: refreshTokens.shift()! } },
  )
  return {
    login:
      login.status === 403 && login.body.code === 'account_blocked' && namesDay ? 'until' : codeOf(login),
    request: await askRequest(world),
    refresh: codeOf(refresh),
    socket: (await isHeard(socket, conversationId)) ? ('open' as const) : ('closed' as const),
  }
}

/** Whether the server still listens to it. */
const isHeard = async ({ socket }: Heard, conversationId: string): Promise<boolean> =>
  socket.connected &&
  (await socket
    .timeout(5000)
    .emitWithAck('typing', { conversationId, isTyping: false })
    .then(({ ok }) => ok === true)
    .catch(() => false))

/** By the access token of before. */
export const askRequest = async ({ test, accused: { id, role, token } }: SurfaceWorld) =>
  codeOf(
    await test.call(api.notifications[role].list, { params: { ownId: id }, query: { limit: 1 } }, { token }),
  )
