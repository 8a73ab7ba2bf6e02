import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import { plainName } from '@marga/contract/person-names'
import type { BrowserContext, Page } from '@playwright/test'
import type { AppServer } from '../support/app-server.ts'
import { must, send } from '../support/client.ts'
import { expect, test } from '../support/journey.ts'
import {
  applyAsMentor,
  makeMentee,
  makeMentor,
  publishHour,
  type Somebody,
  signInModerator,
  subscribe,
} from '../support/people.ts'
import { password, signIn } from '../support/sign-in.ts'
import { xssPayloads } from '../support/xss-payloads.ts'

/** As much markup as a name may hold: the product takes no addresses and line breaks in it. */
const nameOf = (payload: string) => plainName(payload) || 'x'

/** As many payloads as a field takes at once, all of them spread over the fields. */
function filler() {
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

/** Writes the corpus into every text that one person shows another. @returns where it is shown, by whom */
async function writeEverywhere(app: AppServer) {
  const { url } = app
  const { one, many } = filler()
  const mentor = await makeMentor(app, 'Payload')
  const mentee = await makeMentee(app, 'Payload')
  const edit = {
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
  await must(url, api.mentors.editProfile, { params: { ownId: mentor.id }, body: edit }, mentor)
  await must(
    url,
    api.accountSettings.editMenteeProfile,
    {
      params: { menteeId: mentee.id },
      body: {
        firstName: nameOf(one(limits.nameMax)),
        lastName: nameOf(one(limits.nameMax)),
        about: many(2000),
        interests: Array.from({ length: 20 }, () => one(40)),
      },
    },
    mentee,
  )
  await subscribe(app, mentee, mentor)
  const start = new Date(Date.now() + 3_600_000)
  start.setUTCMinutes(0, 0, 0)
  const slot = await publishHour(app, mentor, 2)
  await publishHour(app, mentor, 5)
  await must(
    url,
    api.slots.book,
    {
      body: {
        slotId: slot._id,
        values: {
          menteeId: mentee.id,
          title: one(limits.slotTitleMax),
          description: many(limits.slotDescriptionMax),
        },
      },
    },
    mentee,
  )
  const { conversations } = await must(url, api.chat.mentee.open, { body: { mentorId: mentor.id } }, mentee)
  const conversationId = conversations._id
  // The whole corpus, one message a payload, so that each is shown by itself.
  for (const payload of xssPayloads) {
    const message = payload.replaceAll('\u0000', '')
    const sent = await send(
      url,
      api.chat.mentee.send,
      { params: { conversationId }, body: { message, sender: mentee.id } },
      mentee,
    )
    expect([201, 400]).toContain(sent.status)
  }
  for (let n = 0; n < 4; n++) {
    const body = { message: many(limits.messageMax) }
    await must(url, api.community.send, { params: { mentorId: mentor.id }, body }, mentee)
  }
  const review = { rating: 5, text: many(limits.reviewTextMax) }
  await must(url, api.reviews.put, { params: { mentorId: mentor.id }, body: review }, mentee)
  const { reviews } = await must(url, api.reviews.list, { params: { mentorId: mentor.id }, query: {} })
  await must(
    url,
    api.reviews.reply,
    { params: { reviewId: reviews[0]!._id }, body: { text: many(1000) } },
    mentor,
  )
  const ticket = (
    await must(
      url,
      api.tickets.raiseAsMentee,
      {
        params: { menteeId: mentee.id },
        body: { complaint: { accusedId: mentor.id }, subject: one(200), content: many(limits.ticketTextMax) },
      },
      mentee,
    )
  ).data
  const moderator = await signInModerator(app)
  await must(
    url,
    api.tickets.decide,
    { body: { ticketId: ticket._id, action: 'dismiss', note: many(2000) } },
    moderator,
  )
  await applyWithPayloads(app, one, many)
  return { mentor, mentee, slotId: slot._id, conversationId, search: one(80) }
}

async function applyWithPayloads(
  app: AppServer,
  one: (max: number) => string,
  many: (max: number) => string,
) {
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

/** Notes it when any text has run, in every frame and from the first moment on. */
async function watch(context: BrowserContext, ran: string[]) {
  await context.exposeFunction('reportRun', (where: string) => void ran.push(where))
  await context.addInitScript(() => {
    const report = () => (window as never as { reportRun(where: string): void }).reportRun(location.href)
    Object.defineProperty(window, 'pwned', { get: () => report, set: report, configurable: false })
    document.addEventListener('securitypolicyviolation', (event) => {
      ;(window as never as { reportRun(where: string): void }).reportRun(
        `policy ${event.effectiveDirective} ${event.blockedURI} on ${location.href}`,
      )
    })
  })
}

async function visit(page: Page, paths: string[]) {
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.locator('main, [role=main]').first()).toBeVisible()
    // What runs only when something is pointed at or focused.
    await page.evaluate(() => {
      for (const element of document.querySelectorAll('main *'))
        for (const name of ['mouseover', 'pointerenter', 'focus', 'click'] as const)
          if (!(element instanceof HTMLAnchorElement || element.closest('a, button, form')))
            element.dispatchEvent(new Event(name, { bubbles: false }))
    })
  }
}

test('nothing that people write runs in anybody’s browser', async ({ newPerson, app }) => {
  test.setTimeout(180_000)
  expect(xssPayloads.length).toBeGreaterThanOrEqual(200)
  const { mentor, mentee, slotId, conversationId, search } = await writeEverywhere(app)
  const ran: string[] = []
  const as = async (
    type: 'Mentees' | 'Mentors' | 'Moderator',
    who: Pick<Somebody, 'email'>,
    secret?: string,
  ) => {
    const page = await newPerson()
    await watch(page.context(), ran)
    await signIn(page, type, who.email, secret)
    return page
  }

  const visitor = await newPerson()
  await watch(visitor.context(), ran)
  await visit(visitor, [
    `/browse/mentor/profile/${mentor.id}`,
    `/browse/mentor/search?search=${encodeURIComponent(search)}`,
    `/browse/mentor/search?search=${encodeURIComponent('<script>pwned()</script>')}`,
    '/testimonials',
    `/auth/login?mentees&error=${encodeURIComponent('"><svg onload=pwned()>')}`,
  ])

  await visit(await as('Mentees', mentee, password), [
    '/mentees',
    '/mentees/profile',
    `/mentees/browse/mentor/profile/${mentor.id}`,
    `/mentees/browse/mentor/${encodeURIComponent('<img src=x onerror=pwned()>')}`,
    '/mentees/subscribed-mentors',
    '/mentees/booked-slots',
    '/mentees/schedules',
    '/mentees/tickets',
    '/mentees/notifications',
    `/mentees/connect/inbox/${conversationId}`,
    `/mentees/community/${mentor.id}`,
    `/mentees/connect/live/${slotId}`,
    `/mentees/payment/failed?message=${encodeURIComponent('<svg onload=pwned()>')}`,
    '/mentees/settings',
  ])
  await visit(await as('Mentors', mentor, password), [
    '/mentors',
    '/mentors/profile',
    '/mentors/scheduler',
    '/mentors/subscribed-mentees',
    '/mentors/tickets',
    '/mentors/notifications',
    '/mentors/community',
    `/mentors/connect/inbox/${conversationId}`,
    '/mentors/settings',
  ])
  await visit(await as('Moderator', { email: 'moderator@demo.test' }), [
    '/moderator',
    '/moderator/tickets',
    '/moderator/mentees-list',
    '/moderator/mentors-list',
    '/moderator/mentor-applicants',
  ])
  expect(ran).toEqual([])
})

test('the watch itself notices what runs', async ({ browser, app }) => {
  const context = await browser.newContext({ baseURL: app.url })
  const ran: string[] = []
  await watch(context, ran)
  const page = await context.newPage()
  // A page without a policy, into which the text is put as markup.
  await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: '<main></main>' }))
  await page.goto('/bare')
  await page.evaluate(() => {
    document.querySelector('main')!.innerHTML = '<img src=x onerror=pwned()>'
  })
  await expect.poll(() => ran.length).toBeGreaterThan(0)
  // And the policy of the product stops it.
  const before = ran.length
  await page.goto('/')
  const refused = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<img src=x onerror=pwned()>'
      return false
    } catch {
      return true
    }
  })
  expect(refused).toBe(true)
  expect(ran.slice(before).filter((where) => !where.startsWith('policy'))).toEqual([])
  await context.close()
})
