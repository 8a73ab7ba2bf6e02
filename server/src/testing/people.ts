import { api } from '@marga/contract/api'
import type { MemberRole, Role } from '@marga/contract/roles'
import type { TestApp } from './test-app.ts'

export type TestPerson = {
  id: string
  token: string
  refreshToken: string
  email: string
  role: Role
  firstName: string
}

export const testPassword = 'a long test passphrase'
let count = 0
const unique = () => `${Date.now().toString(36)}-${++count}`

export const menteeForm = (email = `mentee-${unique()}@example.com`) => ({
  firstName: 'Asha',
  lastName: 'Rao',
  email,
  phone: '9876543210',
  password: testPassword,
  confirmpassword: testPassword,
})

export const mentorForm = (email = `mentor-${unique()}@example.com`) => ({
  ...menteeForm(email),
  firstName: 'Vikram',
  lastName: 'Iyer',
  jobTitle: 'Staff Engineer',
  firmName: 'Rangoli Systems',
  location: 'Pune',
  bio: 'I have built and run payment systems for many years.',
  educationalQualification: 'B.Tech',
  hourlyRate: 1500,
  expertise: ['Go', 'C++', 'node.js'],
})

/** What a call that must succeed answered; the test fails here with the answer when it did not. */
export function ok<T>({ status, body }: { status: number; body: T }): T {
  if (status >= 300) throw new Error(`expected success, got ${status}: ${JSON.stringify(body)}`)
  return body
}

/** As if the mailed link had been opened, which costs a hash more. */
export const proveMailbox = (test: TestApp, role: MemberRole, email: string) =>
  test.app.db.query
    .updateTable('account')
    .set({ isEmailVerified: true })
    .where('role', '=', role)
    .where('email', '=', email)
    .execute()

type Registering = { isProven?: boolean }

/** Registered, with a proven address unless that is what it is about. */
export async function newMentee(
  test: TestApp,
  form = menteeForm(),
  { isProven = true }: Registering = {},
): Promise<TestPerson> {
  ok(await test.call(api.accounts.registerMentee, { body: form }))
  if (isProven) await proveMailbox(test, 'mentee', form.email)
  return signInMentee(test, form.email, form.firstName)
}

export async function signInMentee(test: TestApp, email: string, firstName = 'Asha'): Promise<TestPerson> {
  const login = ok(await test.call(api.accounts.loginMentee, { body: { email, password: testPassword } }))
  return {
    id: login.menteeId,
    token: login.accessToken,
    refreshToken: login.refreshToken,
    email,
    role: 'mentee',
    firstName,
  }
}

export async function newModerator(test: TestApp): Promise<TestPerson> {
  const email = `moderator-${unique()}@example.com`
  await test.app.accounts.createModerator({ email, password: testPassword })
  return signInModerator(test, email)
}

export async function signInModerator(test: TestApp, email: string): Promise<TestPerson> {
  const login = ok(await test.call(api.accounts.loginModerator, { body: { email, password: testPassword } }))
  return {
    id: login.moderatorId,
    token: login.moderatorAccessToken,
    refreshToken: login.refreshToken,
    email,
    role: 'moderator',
    firstName: 'Moderator',
  }
}

/** Applied, not decided. @returns the mentor's id as moderators see it */
export async function newApplicant(
  test: TestApp,
  moderator: TestPerson,
  form = mentorForm(),
  { isProven = true }: Registering = {},
): Promise<string> {
  ok(await test.call(api.mentors.register, { body: form }))
  if (isProven) await proveMailbox(test, 'mentor', form.email)
  const { mentorRequests } = ok(
    await test.call(api.moderation.requests, { query: { limit: 100 } }, moderator),
  )
  return mentorRequests.find((request) => request.email === form.email)!.mentorId
}

export async function newMentor(
  test: TestApp,
  moderator: TestPerson,
  form = mentorForm(),
): Promise<TestPerson> {
  const mentorId = await newApplicant(test, moderator, form)
  ok(await test.call(api.moderation.accept, { body: { mentorId } }, moderator))
  return signInMentor(test, form.email, form.firstName)
}

export async function signInMentor(test: TestApp, email: string, firstName = 'Vikram'): Promise<TestPerson> {
  const login = ok(await test.call(api.accounts.loginMentor, { body: { email, password: testPassword } }))
  return {
    id: login.mentorId,
    token: login.mentorAccessToken,
    refreshToken: login.mentorRefreshToken,
    email,
    role: 'mentor',
    firstName,
  }
}

/** Subscribes through the sandbox's checkout page, as a person would. */
export async function enroll(test: TestApp, mentee: TestPerson, mentor: TestPerson) {
  const paymentId = await openCheckout(test, mentee, mentor)
  await pay(test, paymentId, 'success')
  const body = { menteeId: mentee.id, paymentId }
  return ok(await test.call(api.enrollments.confirm, { body }, mentee)).enrollment
}

/** One who came a while ago would need a time to book; wherever the test's clock stands, this one came a moment ago. */
export const asNewMentor = (test: TestApp, mentor: TestPerson) =>
  test.app.db.query
    .updateTable('mentorProfile')
    .set({ acceptedAt: test.app.clock.now() })
    .where('accountId', '=', mentor.id)
    .where('acceptedAt', '<', new Date(test.app.clock.now().getTime() - 13 * 24 * hourMs))
    .execute()

export async function openCheckout(test: TestApp, mentee: TestPerson, mentor: TestPerson): Promise<string> {
  await asNewMentor(test, mentor)
  const { mentorData } = ok(await test.call(api.mentors.profile, { params: { mentorId: mentor.id } }))
  const body = { menteeId: mentee.id, mentorId: mentor.id, mentorPriceId: mentorData.stripePriceId! }
  const { url } = ok(await test.call(api.enrollments.createCheckout, { body }, mentee))
  return url.split('/').at(-1)!
}

export const pay = (test: TestApp, paymentId: string, outcome: 'success' | 'decline' | 'cancel') =>
  test.request('POST', `/sandbox/checkout/${paymentId}`, {
    body: `outcome=${outcome}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

const hourMs = 3_600_000
/** Whole hours from now, so that slots of different numbers never overlap. */
export function hoursAhead(test: TestApp, hours: number): Date {
  const hour = Math.ceil(test.clock.now().getTime() / hourMs)
  return new Date((hour + hours) * hourMs)
}

/** An open one-hour slot. */
export async function publish(
  test: TestApp,
  mentor: TestPerson,
  start: Date,
  type: 'session' | 'intro' = 'session',
) {
  const end = new Date(start.getTime() + (type === 'intro' ? hourMs / 3 : hourMs))
  const slotDetails = {
    type,
    start: start.toISOString(),
    end: end.toISOString(),
    mentorPreferences: 'Ask me anything',
  }
  return ok(await test.call(api.slots.publish, { body: { slotDetails, mentorId: mentor.id } }, mentor)).data
}

export const book = (test: TestApp, mentee: TestPerson, slotId: string, title?: string) =>
  test.call(
    api.slots.book,
    { body: { slotId, values: { menteeId: mentee.id, ...(title ? { title } : {}) } } },
    mentee,
  )

export async function conversationOf(test: TestApp, mentee: TestPerson, mentor: TestPerson): Promise<string> {
  return ok(await test.call(api.chat.mentee.open, { body: { mentorId: mentor.id } }, mentee)).conversations
    ._id
}

/** A mentee with a mentor of their own, whose conversation is open. @param moderator who accepts the mentor */
export async function newConversation(test: TestApp, moderator?: TestPerson) {
  const mentor = await newMentor(test, moderator ?? (await newModerator(test)))
  const mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
  return { mentor, mentee, conversationId: await conversationOf(test, mentee, mentor) }
}
