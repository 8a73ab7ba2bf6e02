// routes.ts reads this file at build time: types only from the contract.
import type { loginMarkers } from '@marga/contract/roles'

type LoginMarker = (typeof loginMarkers)[keyof typeof loginMarkers]

type Names<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never
type Required<N extends string> = N extends `${string}?` ? never : N
type Optional<N extends string> = N extends `${infer Name}?` ? Name : never
type Params<P extends string> = { [K in Required<Names<P>>]: string } & { [K in Optional<Names<P>>]?: string }
type Query = Record<string, string | undefined>

/** Dots alone lead a browser to another page, written as `%2E` too. */
const isSegment = (value?: string): value is string => Boolean(value) && value !== '.' && value !== '..'

/** One address of the site: the pattern for routes.ts, and `getHref` for links. */
function at<const P extends string>(pattern: P) {
  type Arguments = [Names<P>] extends [never]
    ? [params?: Record<never, string>, query?: Query]
    : [Required<Names<P>>] extends [never]
      ? [params?: Params<P>, query?: Query]
      : [params: Params<P>, query?: Query]
  return {
    pattern,
    getHref(...[params, query]: Arguments): string {
      const values = (params ?? {}) as Record<string, string | undefined>
      const filled = pattern.replace(/\/:(\w+)\??/g, (_, name: string) =>
        isSegment(values[name]) ? `/${encodeURIComponent(values[name])}` : '',
      )
      return filled + queryText(query)
    },
  }
}

function queryText(query: Query = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}

/** Every address of the site, written once. */
export const paths = {
  home: at('/'),
  about: at('/about'),
  codeOfConduct: at('/code-of-conduct'),
  faq: at('/faq'),
  contact: at('/contact'),
  testimonials: at('/testimonials'),
  terms: at('/terms'),
  privacy: at('/privacy'),
  refunds: at('/refunds'),
  grievance: at('/grievance'),
  cookies: at('/cookies'),
  /** Against a decision, by the `token` of its mail; the server writes the link. */
  appeal: at('/appeal'),
  browse: {
    search: at('/browse/mentor/search'),
    profile: at('/browse/mentor/profile/:mentorId'),
    /** Of this browser. */
    favourites: at('/browse/favourites'),
  },
  auth: {
    login: {
      pattern: '/auth/login',
      /** The role stands as a bare marker: `/auth/login?mentees`. */
      getHref: (marker?: LoginMarker) => (marker ? `/auth/login?${marker}` : '/auth/login'),
    },
    menteeRegister: at('/auth/mentee-register'),
    mentorRegister: at('/auth/mentor-register'),
    registrationSuccess: at('/auth/registrationsuccess'),
    menteeForgotPassword: at('/auth/mentee/forgotpassword'),
    mentorForgotPassword: at('/auth/mentor/forgotpassword'),
    googleSuccess: at('/auth/mentee/googleauthsuccess/:data?'),
    /** The link in the verification mail; the server writes it with `role` and `token`. */
    verifyEmail: at('/auth/verify-email'),
    /** Where an application stands, by the `token` of its mail. */
    application: at('/auth/application'),
    /** The link in the mail that invites a moderator, with its `token`. */
    acceptInvitation: at('/auth/accept-invitation'),
  },
  mentees: {
    home: at('/mentees'),
    profile: at('/mentees/profile'),
    browse: at('/mentees/browse/mentor/:search?'),
    mentorProfile: at('/mentees/browse/mentor/profile/:mentorId'),
    subscribedMentors: at('/mentees/subscribed-mentors'),
    paymentSuccess: at('/mentees/payment/success/:paymentId'),
    paymentFailed: at('/mentees/payment/failed'),
    schedules: at('/mentees/schedules'),
    inbox: at('/mentees/connect/inbox/:conversationId?'),
    live: at('/mentees/connect/live/:conversationId?'),
    bookedSlots: at('/mentees/booked-slots'),
    tickets: at('/mentees/tickets'),
    notifications: at('/mentees/notifications'),
    settings: at('/mentees/settings'),
    trial: at('/mentees/trial/:mentorId'),
    community: at('/mentees/community/:mentorId'),
    favourites: at('/mentees/favourites'),
  },
  mentors: {
    home: at('/mentors'),
    scheduler: at('/mentors/scheduler'),
    profile: at('/mentors/profile'),
    subscribedMentees: at('/mentors/subscribed-mentees'),
    inbox: at('/mentors/connect/inbox/:conversationId?'),
    live: at('/mentors/connect/live/:conversationId?'),
    responseTimes: at('/mentors/response-times'),
    contests: at('/mentors/contests'),
    tickets: at('/mentors/tickets'),
    notifications: at('/mentors/notifications'),
    settings: at('/mentors/settings'),
    community: at('/mentors/community'),
  },
  moderator: {
    home: at('/moderator'),
    cases: at('/moderator/cases'),
    case: at('/moderator/cases/:id'),
    desk: at('/moderator/desk'),
    tickets: at('/moderator/tickets'),
    menteesList: at('/moderator/mentees-list'),
    mentee: at('/moderator/mentees-list/:menteeId'),
    mentorsList: at('/moderator/mentors-list'),
    mentor: at('/moderator/mentors-list/:mentorId'),
    mentorApplicants: at('/moderator/mentor-applicants'),
    moderators: at('/moderator/moderators'),
    auditLog: at('/moderator/audit-log'),
    failedRefunds: at('/moderator/failed-refunds'),
    settings: at('/moderator/settings'),
  },
} as const
