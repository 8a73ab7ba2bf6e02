import type { api } from '@marga/contract/api'
import { errorCatalogue } from '@marga/contract/error-catalogue'
import type { MemberRole } from '@marga/contract/roles'
import { texts } from '@marga/contract/texts'
import { ApiError, type FailureCode } from './api-client.ts'

type Api = typeof api

/** Which endpoints each row speaks for: a row may name only codes that one of them declares, or any endpoint sends. */
type Endpoints = {
  menteeSignUp: Api['accounts']['registerMentee']
  mentorSignUp: Api['mentors']['register']
  contact: Api['contact']['send']
  menteeLogin: Api['accounts']['loginMentee']
  mentorLogin: Api['accounts']['loginMentor']
  moderatorLogin: Api['accounts']['loginModerator']
  sendOtp: Member['sendOtp'] | Api['mentors']['sendApplicantVerification']
  resetPassword: Member['verifyOtp']
  changePassword: Member['changePassword']
  twoStep: Api['accountSettings']['moderator'][TwoStepCall]
  verifyEmail: Member['verifyEmail']
  publishSlot: Api['slots']['publish'] | Api['slots']['change']
  removeSlot: Api['slots']['remove']
  sendMessage: Api['chat']['mentee']['send'] | Api['community']['send']
  loadMessages: Api['chat']['mentee']['messages'] | Api['community']['messages']
  loadConversations: Api['chat']['mentee']['conversations']
  openChat: Api['chat']['mentee']['open']
  markNotificationsRead: unknown
  review: Api['reviews']['put'] | Api['reviews']['reply']
  vetting: Api['mentors']['answerAsApplicant'] | Api['moderators'][ModeratorsCall]
  editMentorProfile: Api['mentors']['editProfile']
  moderate: Api['moderation']['accept'] | Api['moderation']['reject'] | Api['tickets']['decide']
}
type Member = Api['accountSettings'][MemberRole]
type ModeratorsCall = 'acceptInvitation' | 'invite' | 'withdrawInvitation' | 'leave'
type TwoStepCall = 'beginTwoStep' | 'confirmTwoStep' | 'endTwoStep'
type CodesOf<E> = E extends { errors: readonly (infer Code extends FailureCode)[] } ? Code : never
type CommonCode = 'network' | 'invalid_request' | 'rate_limited'
/** The statuses that have texts of their own. */
type NamedStatus = 400 | 401 | 403 | 409

/** Code or, where one has a text of its own, status → sentence. `server`: the response's own. */
type MessageTable<Code extends PropertyKey = FailureCode> = { readonly other: string } & {
  readonly [K in Code | NamedStatus]?: string
}
export const server = Symbol.for('the text of the response') as unknown as string

const login = {
  account_blocked: server,
  application_in_review: server,
  application_rejected: server,
  totp_required: server,
  totp_invalid: server,
  totp_unreadable: server,
  rate_limited: server,
  other: texts.login.tryLater,
} as const

/** What each form and action shows when its call fails. One table each, no if-chains. */
export const errorMessages = {
  menteeSignUp: {
    network: texts.menteeSignUp.networkError,
    409: server,
    403: server,
    400: server,
    rate_limited: server,
    other: texts.menteeSignUp.otherError,
  },
  mentorSignUp: {
    409: server,
    account_blocked: server,
    invalid_request: server,
    invalid_token: server,
    rate_limited: server,
    other: texts.mentorSignUp.otherError,
  },
  contact: {
    network: server,
    not_configured: server,
    invalid_request: server,
    rate_limited: server,
    other: 'Your message was not sent. Please try again.',
  },
  menteeLogin: { ...login, 401: texts.login.wrongCredentials },
  mentorLogin: { ...login, 409: texts.login.wrongCredentials },
  moderatorLogin: { ...login, 409: texts.login.wrongCredentials },
  sendOtp: { network: server, rate_limited: server, invalid_request: server, other: texts.login.tryLater },
  resetPassword: {
    network: server,
    invalid_otp: server,
    invalid_request: server,
    rate_limited: server,
    // Below a title that is fixed.
    other: server,
  },
  changePassword: {
    network: server,
    wrong_password: server,
    invalid_request: server,
    rate_limited: server,
    other: texts.login.tryLater,
  },
  twoStep: {
    network: server,
    wrong_password: server,
    invalid_code: server,
    invalid_request: server,
    already_exists: server,
    rate_limited: server,
    other: texts.login.tryLater,
  },
  verifyEmail: {
    network: server,
    invalid_token: server,
    invalid_credentials: server,
    invalid_request: errorCatalogue.invalid_token[1],
    rate_limited: server,
    other: texts.login.tryLater,
  },
  publishSlot: { slot_overlap: server, invalid_request: server, other: texts.slots.bookingRefused },
  removeSlot: { not_cancellable: server, slot_unavailable: server, other: texts.slots.bookingRefused },
  sendMessage: { not_enrolled: server, other: texts.chat.sendFailed },
  loadMessages: { other: texts.chat.loadFailed },
  loadConversations: { other: texts.chat.conversationsFailed },
  openChat: { not_enrolled: server, other: texts.chat.openFailed },
  markNotificationsRead: { other: texts.notifications.markFailed },
  review: {
    not_enrolled: server,
    network: server,
    rate_limited: server,
    invalid_request: server,
    other: texts.login.tryLater,
  },
  vetting: {
    network: server,
    not_found: server,
    already_decided: server,
    already_exists: server,
    last_moderator: server,
    invalid_token: server,
    wrong_password: server,
    invalid_request: server,
    rate_limited: server,
    other: texts.login.tryLater,
  },
  editMentorProfile: { rate_limited: server, other: texts.profile.mentorFailed },
  moderate: {
    network: server,
    already_decided: server,
    email_unverified: server,
    // Where to go on instead.
    needs_second: server,
    // Of an account under the moderator's own address.
    403: server,
    other: texts.login.tryLater,
  },
} as const satisfies { readonly [Row in keyof Endpoints]: MessageTable<CodesOf<Endpoints[Row]> | CommonCode> }

/** The sentence to show for a failure of that form or action. */
export function errorMessage(of: keyof typeof errorMessages, error: unknown): string {
  const table: MessageTable = errorMessages[of]
  if (!(error instanceof ApiError)) return table.other
  const named = Object.hasOwn(table, error.code) ? table[error.code] : table[error.status as NamedStatus]
  const text = named ?? table.other
  return text === server ? error.message : text
}
