import { api } from '@marga/contract/api'
import { must } from './client.ts'
import { password } from './journey.ts'
import type { Product } from './product.ts'

/** People made over the wire, where a journey is not about how they came to be. */
export type Somebody = { id: string; token: string; email: string }
let count = 0
const unique = () => `${Date.now().toString(36)}${++count}`

const person = (firstName: string, email: string) => ({
  firstName,
  lastName: `Journey${unique()}`,
  email,
  phone: '9876543210',
  password,
  confirmpassword: password,
})

export async function makeMentee({ url }: Product, firstName: string): Promise<Somebody> {
  const email = `${firstName.toLowerCase()}-${unique()}@example.com`
  await must(url, api.accounts.registerMentee, { body: person(firstName, email) })
  const login = await must(url, api.accounts.loginMentee, { body: { email, password } })
  return { id: login.menteeId, token: login.accessToken, email }
}

const verificationLink = /\/auth\/verify-email\?role=\w+&token=([\w-]+)/

/** The link by which somebody proves an address, as it was mailed. @returns its path and its token */
export async function verificationLinkOf(product: Product, email: string) {
  for (const { text } of await mailsTo(product, email)) {
    const [path, token] = verificationLink.exec(text) ?? []
    if (path && token) return { path, token }
  }
  throw new Error(`no link to prove the address was mailed to ${email}`)
}

/** An applicant opens the link and gives the password. */
export async function proveApplicant(product: Product, email: string) {
  const { token } = await verificationLinkOf(product, email)
  await must(product.url, api.accountSettings.mentor.verifyEmail, { body: { token, password } })
}

/** Applied, with a proven address unless that is what it is about. */
export async function applyAsMentor(
  product: Product,
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
  await must(product.url, api.mentors.register, { body: { ...form, ...work } })
  if (isProven) await proveApplicant(product, email)
  return { email, lastName: form.lastName }
}

export async function signInModerator({ url }: Product) {
  const body = { email: 'moderator@demo.test', password: 'demo-pass-2023' }
  const login = await must(url, api.accounts.loginModerator, { body })
  return { token: login.moderatorAccessToken }
}

export async function makeMentor(
  product: Product,
  firstName: string,
): Promise<Somebody & { lastName: string }> {
  const { url } = product
  const { email, lastName } = await applyAsMentor(product, firstName)
  const moderator = await signInModerator(product)
  const { mentorRequests } = await must(url, api.moderation.requests, { query: { limit: 100 } }, moderator)
  const mentorId = mentorRequests.find((request) => request.email === email)!.mentorId
  await must(url, api.moderation.accept, { body: { mentorId } }, moderator)
  const login = await must(url, api.accounts.loginMentor, { body: { email, password } })
  return { id: login.mentorId, token: login.mentorAccessToken, email, lastName }
}

export async function subscribe({ url }: Product, mentee: Somebody, mentor: Somebody) {
  const { mentorData } = await must(url, api.mentors.profile, { params: { mentorId: mentor.id } })
  const body = { menteeId: mentee.id, mentorId: mentor.id, mentorPriceId: mentorData.stripePriceId! }
  const checkout = await must(url, api.enrollments.createCheckout, { body }, mentee)
  const form = new URLSearchParams({ outcome: 'success' })
  await fetch(checkout.url, { method: 'POST', body: form, redirect: 'manual' })
  const paymentId = checkout.url.split('/').at(-1)!
  await must(url, api.enrollments.confirm, { body: { menteeId: mentee.id, paymentId } }, mentee)
}

const hourMs = 3_600_000

export async function publishHour({ url }: Product, mentor: Somebody, hoursAhead: number) {
  const start = new Date(Math.ceil(Date.now() / hourMs + hoursAhead) * hourMs)
  const slotDetails = { start: start.toISOString(), end: new Date(start.getTime() + hourMs).toISOString() }
  return (await must(url, api.slots.publish, { body: { slotDetails, mentorId: mentor.id } }, mentor)).data
}

export async function mailsTo({ url }: Product, email: string): Promise<{ subject: string; text: string }[]> {
  return (await fetch(`${url}/sandbox/mail.json?to=${encodeURIComponent(email)}`)).json() as Promise<
    { subject: string; text: string }[]
  >
}
