/**
 * What a mail is for.
 * `proof` carries a code or a link that proves something to us; whoever reads it can act by it.
 * `security` says what has happened to a sign-in, so that nobody can keep it from the owner.
 * `account` says what was decided about the account; nobody can switch it off.
 * `service` is about what people do with each other: they may switch it off, and many at once become a digest.
 */
export type MailClass = 'proof' | 'security' | 'account' | 'service'

export const mailKinds = {
  'reset-code': 'proof',
  verification: 'proof',
  'application-received': 'proof',
  'apply-again': 'proof',
  'moderator-invitation': 'proof',
  'application-accepted': 'account',
  'application-refused': 'account',
  'applicant-asked': 'account',
  'probation-ended': 'account',
  'password-changed': 'security',
  'password-removed': 'security',
  'google-joined': 'security',
  'two-step-changed': 'security',
  'moderators-changed': 'security',
  'new-device': 'security',
  'renewal-stopped': 'account',
  sanction: 'account',
  'sanction-ended': 'account',
  'ticket-received': 'account',
  'appeal-decided': 'account',
  'ticket-decided': 'account',
  'dispute-decided': 'account',
  // Beyond the cap it waits for a digest, and is not lost.
  'contact-message': 'service',
  'new-case': 'service',
  contest: 'service',
  'contest-settled': 'service',
  'refund-request': 'service',
  'refund-settled': 'service',
  'calls-lapse': 'service',
  receipt: 'service',
  refund: 'service',
  'payment-failed': 'service',
  'subscription-ended': 'service',
  'subscriber-changed': 'service',
  review: 'service',
  booked: 'service',
  cancelled: 'service',
  moved: 'service',
  'move-proposed': 'service',
  'place-offered': 'service',
  'place-offer-over': 'service',
  'waitlist-closed': 'service',
  'time-requested': 'service',
  'time-request-over': 'service',
  reminder: 'service',
  vacation: 'service',
  'answer-due': 'service',
  'answer-late': 'service',
  'answer-missing': 'service',
  'silence-refund': 'service',
  'unread-messages': 'service',
  digest: 'service',
} as const satisfies Record<string, MailClass>
export type MailKind = keyof typeof mailKinds

/** Of a row, which may be older than the list. */
export const classOf = (kind: string): MailClass =>
  (mailKinds as Record<string, MailClass>)[kind] ?? 'service'

/**
 * Whose mailbox it is, and of which account what is written there: a mailbox may have one of each role, and whoever
 * registers with an address has not shown that it is theirs. Null for who is written to without an account.
 */
export type MailAddressee = { id: string | null; email: string; isEmailVerified: boolean }

/** Nobody who has not proven that an address is theirs has us write there, but for the proof and what is to be known of the account. */
export const maySend = (kind: MailKind, to: MailAddressee): boolean =>
  to.isEmailVerified || ['proof', 'security'].includes(mailKinds[kind])
