import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import { plainName } from '@marga/contract/person-names'
import { expect } from '@playwright/test'
import type { AppServer } from './app-server.ts'
import { must, send } from './client.ts'
import {
  applyAsMentor,
  makeMentee,
  makeMentor,
  publishHour,
  type Somebody,
  signInModerator,
  subscribe,
} from './people.ts'
import { password } from './sign-in.ts'
import { xssPayloads } from './xss-payloads.ts'

/** As much markup as a name may hold: the product takes no addresses and line breaks in it. */
const nameOf = (payload: string) => plainName(payload) || 'x'

/** As many payloads as a field takes at once, all of them spread over the fields. */
function createFiller() {
  let next = 0
  const take = () => xssPayloads[next++ % xssPayloads.length]!
  /** One that fits. */
  const one = (max: number) => {
    for (let tries = 0; tries < xssPayloads.length; tries++) {
      const payload = take().replaceAll('\u0000', '')
      if (payload.trim() !== '' && payload.length <= max) return payload.trim()
    }
    throw new Error(`no payload is as short as ${max}`)
  }
  /** Many in one text. */
  const many = (max: number) => {
    let text = take()
    for (;;) {
      const longer = `${text}\n${take()}`
      if (longer.length > max) return text
      text = longer
    }
  }
  return { one, many }
}
type Filler = ReturnType<typeof createFiller>

/** Writes the corpus into every text that one person shows another. @returns where it is shown, by whom */
export async function writeEverywhere(app: AppServer) {
  const filler = createFiller()
  const mentor = await makeMentor(app, 'Payload')
  const mentee = await makeMentee(app, 'Payload')
  const pair = { mentor, mentee }
  await describeThemselves(app, filler, pair)
  await subscribe(app, mentee, mentor)
  const slotId = await book(app, filler, pair)
  const conversationId = await talk(app, filler, pair)
  await review(app, filler, pair)
  await complain(app, filler, pair)
  await apply(app, filler)
  return { mentor, mentee, slotId, conversationId, search: filler.one(80) }
}

type Pair = { mentor: Somebody; mentee: Somebody }

async function describeThemselves({ url }: AppServer, { one, many }: Filler, { mentor, mentee }: Pair) {
  const mentorForm = {
    firstName: nameOf(one(limits.nameMax)),
    lastName: nameOf(one(limits.nameMax)),
    jobTitle: one(100),
    firmName: one(100),
    location: one(100),
    bio: many(limits.bioMax),
    shortBio: one(limits.shortBioMax),
    educationalQualification: one(200),
    expertise: Array.from({ length: 20 }, () => one(limits.skillMax)),
    languages: Array.from({ length: 5 }, () => one(30)),
  }
  await must(url, api.mentors.editProfile, { params: { ownId: mentor.id }, body: mentorForm }, mentor)
  const menteeForm = {
    firstName: nameOf(one(limits.nameMax)),
    lastName: nameOf(one(limits.nameMax)),
    about: many(2000),
    interests: Array.from({ length: 20 }, () => one(40)),
  }
  const params = { menteeId: mentee.id }
  await must(url, api.accountSettings.editMenteeProfile, { params, body: menteeForm }, mentee)
}

async function book(app: AppServer, { one, many }: Filler, { mentor, mentee }: Pair) {
  const slot = await publishHour(app, mentor, 2)
  await publishHour(app, mentor, 5)
  const values = {
    menteeId: mentee.id,
    title: one(limits.slotTitleMax),
    description: many(limits.slotDescriptionMax),
  }
  await must(app.url, api.slots.book, { body: { slotId: slot._id, values } }, mentee)
  return slot._id
}

async function talk({ url }: AppServer, { many }: Filler, { mentor, mentee }: Pair) {
  const { conversations } = await must(url, api.chat.mentee.open, { body: { mentorId: mentor.id } }, mentee)
  const params = { conversationId: conversations._id }
  // The whole corpus, one message a payload, so that each is shown by itself.
  for (const payload of xssPayloads) {
    const body = { message: payload.replaceAll('\u0000', ''), sender: mentee.id }
    const sent = await send(url, api.chat.mentee.send, { params, body }, mentee)
    expect([201, 400]).toContain(sent.status)
  }
  for (let n = 0; n < 4; n++) {
    const body = { message: many(limits.messageMax) }
    await must(url, api.community.send, { params: { mentorId: mentor.id }, body }, mentee)
  }
  return conversations._id
}

async function review({ url }: AppServer, { many }: Filler, { mentor, mentee }: Pair) {
  const params = { mentorId: mentor.id }
  await must(url, api.reviews.put, { params, body: { rating: 5, text: many(limits.reviewTextMax) } }, mentee)
  const { reviews } = await must(url, api.reviews.list, { params, query: {} })
  const reply = { params: { reviewId: reviews[0]!._id }, body: { text: many(1000) } }
  await must(url, api.reviews.reply, reply, mentor)
}

async function complain(app: AppServer, { one, many }: Filler, { mentor, mentee }: Pair) {
  const complaint = { accusedId: mentor.id }
  const body = { complaint, subject: one(200), content: many(limits.ticketTextMax) }
  const params = { menteeId: mentee.id }
  const { data: ticket } = await must(app.url, api.tickets.raiseAsMentee, { params, body }, mentee)
  const decision = { ticketId: ticket._id, action: 'dismiss' as const, note: many(2000) }
  await must(app.url, api.tickets.decide, { body: decision }, await signInModerator(app))
}

async function apply(app: AppServer, { one, many }: Filler) {
  await applyAsMentor(app, 'Plain')
  const body = {
    firstName: nameOf(one(limits.nameMax)),
    lastName: nameOf(one(limits.nameMax)),
    email: `payload-${Date.now()}@example.com`,
    phone: '9876543210',
    password,
    confirmpassword: password,
    jobTitle: one(100),
    firmName: one(100),
    location: one(100),
    bio: many(limits.bioMax),
    educationalQualification: one(200),
    hourlyRate: 900,
    expertise: Array.from({ length: 10 }, () => one(limits.skillMax)),
  }
  await must(app.url, api.mentors.register, { body })
}
