/** What can wait for a moderator. `review`: a review that somebody reported; `late_answers`: came of itself. */
export const caseKinds = [
  'application',
  'ticket',
  'contest',
  'refund',
  'late_answers',
  'review',
  'appeal',
] as const
export type CaseKind = (typeof caseKinds)[number]

export const caseStatuses = ['open', 'decided'] as const
export type CaseStatus = (typeof caseStatuses)[number]

/** In what part somebody stands in a case. Of two who do not agree, whoever contested or asked is the raiser. */
export const caseParts = ['raiser', 'accused', 'applicant', 'appellant'] as const
export type CasePart = (typeof caseParts)[number]

/** What is done to a person, and can be lifted and appealed. */
export const sanctionKinds = ['warn', 'restrict', 'suspend', 'block', 'remove_content'] as const
export type SanctionKind = (typeof sanctionKinds)[number]

export const outcomeKinds = [
  'dismiss',
  ...sanctionKinds,
  'return_call',
  'refund',
  'correct_session',
  'accept',
  'accept_on_probation',
  'reject',
  'lift',
] as const
export type OutcomeKind = (typeof outcomeKinds)[number]

const againstSomebody = ['warn', 'restrict', 'suspend', 'block'] as const

/** What can be decided in each kind of case. */
export const outcomesOf = {
  application: ['accept', 'accept_on_probation', 'reject'],
  ticket: ['dismiss', ...againstSomebody, 'remove_content', 'return_call', 'refund', 'correct_session'],
  contest: ['dismiss', 'return_call', 'correct_session', ...againstSomebody],
  refund: ['dismiss', 'refund', ...againstSomebody],
  late_answers: ['dismiss', ...againstSomebody],
  review: ['dismiss', 'remove_content', ...againstSomebody],
  appeal: ['dismiss', 'lift'],
} as const satisfies Record<CaseKind, readonly OutcomeKind[]>

/** These stand alone: whatever else is decided would contradict them. */
export const outcomesAlone: readonly OutcomeKind[] = [
  'dismiss',
  'accept',
  'accept_on_probation',
  'reject',
  'lift',
]

/** Hours until a case of each kind is due. Tickets that tell of harassment are due as `harassment` says. */
export const caseDueHours = {
  application: 5 * 24,
  ticket: 30 * 24,
  contest: 72,
  refund: 72,
  late_answers: 30 * 24,
  review: 30 * 24,
  appeal: 30 * 24,
} as const satisfies Record<CaseKind, number>
export const harassmentDueHours = 24
/** Until then whoever raised a ticket is told that a moderator looks at it. */
export const acknowledgeHours = 48

/** Why a moderator decides as they do: the published list, in the words that people read. */
export const decisionReasons = {
  harassment: 'Harassment, threats or insults',
  outside_payment: 'Asking for payment outside the site',
  false_claims: 'A profile or a claim that is not true',
  unsuitable_content: 'Content that does not belong here',
  missed_sessions: 'Sessions missed without a word',
  late_answers: 'Answers that come too late, again and again',
  not_as_promised: 'Not what was promised',
  spam: 'Advertising or spam',
  wrong_record: 'A session was recorded wrongly',
  goodwill: 'As a courtesy',
  nothing_found: 'Nothing against the rules was found',
  settled: 'The two have settled it',
  checks_passed: 'Every check of the application passed',
  checks_not_passed: 'Something in the application could not be confirmed',
  experience: 'Not the experience that mentors here need',
  no_reply: 'What we asked for did not come',
  appeal_right: 'The appeal is right',
  decision_stands: 'The decision stands',
  other: 'Another reason',
} as const
export type DecisionReason = keyof typeof decisionReasons
export const decisionReasonCodes = Object.keys(decisionReasons) as [DecisionReason, ...DecisionReason[]]

/** A refund above this is confirmed by a second moderator; rupees. */
export const secondModeratorRupees = 10_000
export const claimMinutes = 30
export const appealDays = 14
export const sanctionDaysMax = 365
/** Messages shown before and after a reported one. */
export const messagesAround = 10

/** What stands where a moderator has removed a message. */
export const removedMessageText = 'This message was removed by a moderator.'
