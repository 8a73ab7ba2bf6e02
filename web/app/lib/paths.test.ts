import { expect, it } from 'vitest'
import { paths } from './paths.ts'

type Leaf = { pattern: string; getHref: (params?: never, query?: never) => string }

function allHrefs(node: object, name = ''): [string, string][] {
  return Object.entries(node).flatMap(([key, value]: [string, object]) => {
    const full = name ? `${name}.${key}` : key
    if (!('pattern' in value)) return allHrefs(value, full)
    const { pattern, getHref } = value as Leaf
    const params = Object.fromEntries(
      [...pattern.matchAll(/:(\w+)/g)].map(([, param]) => [param, `{${param}}`]),
    )
    const isLogin = full === 'auth.login'
    return [[full, decodeURIComponent(isLogin ? getHref() : getHref(params as never))]]
  })
}

it('keeps every address of the site', () => {
  expect(Object.fromEntries(allHrefs({ ...paths, moderator: {} }))).toMatchInlineSnapshot(`
    {
      "about": "/about",
      "appeal": "/appeal",
      "auth.acceptInvitation": "/auth/accept-invitation",
      "auth.application": "/auth/application",
      "auth.googleSuccess": "/auth/mentee/googleauthsuccess/{data}",
      "auth.login": "/auth/login",
      "auth.menteeForgotPassword": "/auth/mentee/forgotpassword",
      "auth.menteeRegister": "/auth/mentee-register",
      "auth.mentorForgotPassword": "/auth/mentor/forgotpassword",
      "auth.mentorRegister": "/auth/mentor-register",
      "auth.registrationSuccess": "/auth/registrationsuccess",
      "auth.verifyEmail": "/auth/verify-email",
      "browse.favourites": "/browse/favourites",
      "browse.profile": "/browse/mentor/profile/{mentorId}",
      "browse.search": "/browse/mentor/search",
      "codeOfConduct": "/code-of-conduct",
      "contact": "/contact",
      "cookies": "/cookies",
      "faq": "/faq",
      "grievance": "/grievance",
      "home": "/",
      "mentees.bookedSlots": "/mentees/booked-slots",
      "mentees.browse": "/mentees/browse/mentor/{search}",
      "mentees.community": "/mentees/community/{mentorId}",
      "mentees.favourites": "/mentees/favourites",
      "mentees.home": "/mentees",
      "mentees.inbox": "/mentees/connect/inbox/{conversationId}",
      "mentees.live": "/mentees/connect/live/{conversationId}",
      "mentees.mentorProfile": "/mentees/browse/mentor/profile/{mentorId}",
      "mentees.notifications": "/mentees/notifications",
      "mentees.paymentFailed": "/mentees/payment/failed",
      "mentees.paymentSuccess": "/mentees/payment/success/{paymentId}",
      "mentees.profile": "/mentees/profile",
      "mentees.schedules": "/mentees/schedules",
      "mentees.settings": "/mentees/settings",
      "mentees.subscribedMentors": "/mentees/subscribed-mentors",
      "mentees.tickets": "/mentees/tickets",
      "mentees.trial": "/mentees/trial/{mentorId}",
      "mentors.community": "/mentors/community",
      "mentors.contests": "/mentors/contests",
      "mentors.home": "/mentors",
      "mentors.inbox": "/mentors/connect/inbox/{conversationId}",
      "mentors.live": "/mentors/connect/live/{conversationId}",
      "mentors.notifications": "/mentors/notifications",
      "mentors.profile": "/mentors/profile",
      "mentors.responseTimes": "/mentors/response-times",
      "mentors.scheduler": "/mentors/scheduler",
      "mentors.settings": "/mentors/settings",
      "mentors.subscribedMentees": "/mentors/subscribed-mentees",
      "mentors.tickets": "/mentors/tickets",
      "privacy": "/privacy",
      "refunds": "/refunds",
      "terms": "/terms",
      "testimonials": "/testimonials",
    }
  `)
})

it('keeps every address of the moderators', () => {
  expect(Object.fromEntries(allHrefs({ moderator: paths.moderator }))).toMatchInlineSnapshot(`
    {
      "moderator.auditLog": "/moderator/audit-log",
      "moderator.case": "/moderator/cases/{id}",
      "moderator.cases": "/moderator/cases",
      "moderator.desk": "/moderator/desk",
      "moderator.failedRefunds": "/moderator/failed-refunds",
      "moderator.home": "/moderator",
      "moderator.mentee": "/moderator/mentees-list/{menteeId}",
      "moderator.menteesList": "/moderator/mentees-list",
      "moderator.mentor": "/moderator/mentors-list/{mentorId}",
      "moderator.mentorApplicants": "/moderator/mentor-applicants",
      "moderator.mentorsList": "/moderator/mentors-list",
      "moderator.moderators": "/moderator/moderators",
      "moderator.settings": "/moderator/settings",
      "moderator.tickets": "/moderator/tickets",
    }
  `)
})

it('encodes what stands in an address', () => {
  expect(paths.mentees.browse.getHref({ search: 'C/C++' })).toBe('/mentees/browse/mentor/C%2FC%2B%2B')
  expect(paths.browse.search.getHref({}, { search: 'R & D', price: undefined })).toBe(
    '/browse/mentor/search?search=R+%26+D',
  )
})

it('leaves out optional parts that are not given', () => {
  expect(paths.mentors.inbox.getHref()).toBe('/mentors/connect/inbox')
})

it("marks the role at the sign-in with the product's own words", () => {
  expect(paths.auth.login.getHref('modarators')).toBe('/auth/login?modarators')
})

it.each(['.', '..'])('leads to no other page by %s', (search) => {
  const { pathname } = new URL(paths.mentees.browse.getHref({ search }), 'https://marga.test')
  expect(pathname).toBe('/mentees/browse/mentor')
})
