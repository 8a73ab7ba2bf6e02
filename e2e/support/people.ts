import { api } from '@marga/contract/api'
import type { AppServer } from './app-server.ts'
import { must } from './client.ts'
import { password } from './sign-in.ts'

/** People made over the wire, where a journey is not about how they came to be. */
export type Somebody = { id: string; token: string; email: string }
let count = 0
const unique = () => `${Date.now().toString(36)}${++count}`

const person = (firstName: string, email: string, lastName = `Journey${unique()}`) => ({
  firstName,
  lastName,
  email,
  phone: '9876543210',
  password,
  confirmpassword: password,
})

export async function makeMentee(
  { url }: AppServer,
  firstName: string,
  lastName?: string,
): Promise<Somebody> {
  const email = `mentee-${unique()}@example.com`
  await must(url, api.accounts.registerMentee, { body: person(firstName, email, lastName) })
  const login = await must(url, api.accounts.loginMentee, { body: { email, password } })
  return { id: login.menteeId, token: login.accessToken, email }
}

const verificationLink = /\/auth\/verify-email\?role=\w+&token=([\w-]+)/

/** The link by which somebody proves an address, as it was mailed. @returns its path and its token */
export async function verificationLinkOf(app: AppServer, email: string) {
  for (const { text } of await mailsTo(app, email)) {
    const [path, token] = verificationLink.exec(text) ?? []
    if (path && token) return { path, token }
  }
  throw new Error(`no link to prove the address was mailed to ${email}`)
}

/** An applicant opens the link and gives the password. */
export async function proveApplicant(app: AppServer, email: string) {
  const { token } = await verificationLinkOf(app, email)
  await must(app.url, api.accountSettings.mentor.verifyEmail, { body: { token, password } })
}

/** Applied, with a proven address unless that is what it is about. */
export async function applyAsMentor(
  app: AppServer,
  firstName: string,
  { isProven = true } = {},
): Promise<{ email: string; lastName: string }> {
  const email = `${firstName.toLowerCase()}-${unique()}@example.com`
  const form = person(firstName, email)
  const work = {
    jobTitle: 'Engineer',
    firmName: 'Journey Works',
    bio: 'I have done this for many years and like to explain it.',
    educationalQualification: 'B.Tech',
    hourlyRate: 1000,
    expertise: ['Journeys', firstName],
  }
  await must(app.url, api.mentors.register, { body: { ...form, ...work } })
  if (isProven) await proveApplicant(app, email)
  return { email, lastName: form.lastName }
}

export async function signInModerator({ url }: AppServer) {
  const body = { email: 'moderator@demo.test', password: 'demo-pass-2023' }
  const login = await must(url, api.accounts.loginModerator, { body })
  return { token: login.moderatorAccessToken }
}

export async function makeMentor(
  app: AppServer,
  firstName: string,
): Promise<Somebody & { lastName: string }> {
  const { url } = app
  const { email, lastName } = await applyAsMentor(app, firstName)
  const moderator = await signInModerator(app)
  const { mentorRequests } = await must(url, api.moderation.requests, { query: { limit: 100 } }, moderator)
  const mentorId = mentorRequests.find((request) => request.email === email)!.mentorId
  await must(url, api.moderation.accept, { body: { mentorId } }, moderator)
  const login = await must(url, api.accounts.loginMentor, { body: { email, password } })
  return { id: login.mentorId, token: login.mentorAccessToken, email, lastName }
}

export async function subscribe({ url }: AppServer, mentee: Somebody, mentor: Somebody) {
  const { mentorData } = await must(url, api.mentors.profile, { params: { mentorId: mentor.id } })
  const body = { menteeId: mentee.id, mentorId: mentor.id, mentorPriceId: mentorData.stripePriceId! }
  const checkout = await must(url, api.enrollments.createCheckout, { body }, mentee)
  const form = new URLSearchParams({ outcome: 'success' })
  await fetch(checkout.url, { method: 'POST', body: form, redirect: 'manual' })
  const paymentId = checkout.url.split('/').at(-1)!
  await must(url, api.enrollments.confirm, { body: { menteeId: mentee.id, paymentId } }, mentee)
}

const hourMs = 3_600_000

export async function publishHour({ url }: AppServer, mentor: Somebody, hoursAhead: number) {
  const start = new Date(Math.ceil(Date.now() / hourMs + hoursAhead) * hourMs)
  const slotDetails = { start: start.toISOString(), end: new Date(start.getTime() + hourMs).toISOString() }
  return (await must(url, api.slots.publish, { body: { slotDetails, mentorId: mentor.id } }, mentor)).data
}

export async function mailsTo(
  { url }: AppServer,
  email: string,
): Promise<{ subject: string; text: string }[]> {
  return (await fetch(`${url}/sandbox/mail.json?to=${encodeURIComponent(email)}`)).json() as Promise<
    { subject: string; text: string }[]
  >
}

/** Guru and the mentee, who has one booked session; Guru has written one message. */
export async function makeBookedPair(
  app: AppServer,
  { mentee: firstName, title, message }: { mentee: string; title: string; message: string },
) {
  const { url } = app
  const mentor = await makeMentor(app, 'Guru')
  const mentee = await makeMentee(app, firstName)
  await subscribe(app, mentee, mentor)
  const slot = await publishHour(app, mentor, 30)
  const values = { title, description: 'About everything', menteeId: mentee.id }
  await must(url, api.slots.book, { body: { slotId: slot._id, values } }, mentee)
  const { conversations } = await must(url, api.chat.mentor.open, { body: { menteeId: mentee.id } }, mentor)
  const conversationId = conversations._id
  const body = { message, sender: mentor.id }
  await must(url, api.chat.mentor.send, { params: { conversationId }, body }, mentor)
  return { mentor, mentee, conversationId }
}
