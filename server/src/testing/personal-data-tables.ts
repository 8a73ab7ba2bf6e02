/**
 * What the product knows of people, table by table. A new table fails here until somebody has said
 * where its rows stand in the export and what erasure does to them.
 */
type Covered = {
  /** Key of the export; a reason where the rows are nothing that belongs to the person. */
  export: string | { not: string }
  /** The column by which rows are a person's; they are gone after erasure. Or why they stay. */
  erasure: string | { kept: string }
}
const secret = { not: 'proves something to us and says nothing about the person' }
const basis = 'what moderators decide by'
const decidedBy = { export: { not: basis }, erasure: { kept: basis } }
const shared = { kept: 'the other person needs it; stands under "Deleted user"' }

export const personalTables: Record<string, Covered> = {
  account: { export: 'account', erasure: { kept: 'stays empty, as "Deleted user", for what others keep' } },
  mentor_profile: { export: 'profile', erasure: { kept: 'stays closed and empty' } },
  application: { export: 'applications', erasure: { kept: 'that it was decided stays, without the reason' } },
  application_message: { export: 'applicationMessages', erasure: { kept: 'goes with its application' } },
  application_check: { export: 'applicationChecks', erasure: { kept: 'goes with its application' } },
  moderator_invitation: {
    export: { not: 'an address that a moderator has written down' },
    erasure: { kept: 'for the seven days in which it can be accepted' },
  },
  login_session: { export: 'sessions', erasure: 'account_id' },
  identity: { export: 'identities', erasure: 'account_id' },
  known_device: { export: 'knownDevices', erasure: 'account_id' },
  push_subscription: { export: 'pushSubscriptions', erasure: 'account_id' },
  online: { export: { not: 'which process holds the connection' }, erasure: 'account_id' },
  preference: { export: 'preferences', erasure: 'account_id' },
  saved_reply: { export: 'savedReplies', erasure: 'account_id' },
  totp: { export: 'twoStepSignIn', erasure: 'account_id' },
  backup_code: { export: secret, erasure: 'account_id' },
  one_time_code: { export: secret, erasure: 'account_id' },
  email_verification: { export: secret, erasure: 'account_id' },
  reapplication: { export: secret, erasure: 'account_id' },
  idempotency_key: { export: { not: 'answers that the person has been given' }, erasure: 'account_id' },
  notification: { export: 'notifications', erasure: 'account_id' },
  blocked_person: { export: 'blockedPeople', erasure: 'account_id' },
  enrollment: { export: 'enrollments', erasure: { kept: 'accounts of money' } },
  checkout: { export: 'checkouts', erasure: { kept: 'accounts of money' } },
  payment: { export: 'payments', erasure: { kept: 'accounts of money' } },
  session_credit: { export: 'calls', erasure: { kept: 'accounts of money' } },
  session_credit_event: { export: 'callHistory', erasure: { kept: 'accounts of money' } },
  refund: { export: 'refunds', erasure: { kept: 'accounts of money' } },
  refund_request: { export: 'refundRequests', erasure: { kept: 'accounts of money' } },
  move_proposal: { export: 'moveProposals', erasure: shared },
  contest: { export: 'contests', erasure: shared },
  slot: { export: 'slots', erasure: shared },
  conversation: { export: 'conversations', erasure: shared },
  mentor_response: { export: 'responses', erasure: shared },
  response_notification: { export: 'responseNotifications', erasure: shared },
  response_standstill: {
    export: { not: 'follows from vacations, pauses and blocks' },
    erasure: { kept: 'what waits since before is reckoned with it' },
  },
  availability: { export: 'availability', erasure: 'mentor_id' },
  busy_feed: { export: 'busyFeeds', erasure: 'mentor_id' },
  busy_time: { export: { not: 'what another calendar says, read anew and again' }, erasure: 'mentor_id' },
  vacation: { export: 'vacations', erasure: 'mentor_id' },
  favourite: { export: 'favourites', erasure: 'mentee_id' },
  waitlist_entry: { export: 'waitlist', erasure: 'mentee_id' },
  passed_offer: { export: 'passedOffers', erasure: 'mentee_id' },
  time_request: { export: 'timeRequests', erasure: 'mentee_id' },
  message: { export: 'messages', erasure: shared },
  community_message: { export: 'communityMessages', erasure: shared },
  live_stay: { export: 'liveStays', erasure: shared },
  room_closure: { export: { not: 'would say who blocked whom' }, erasure: shared },
  live_notes: { export: 'liveNotes', erasure: shared },
  review: { export: 'reviews', erasure: 'mentee_id' },
  ticket: { export: 'tickets', erasure: { kept: 'what moderators decide by' } },
  mail: { export: 'mails', erasure: 'account_id' },
  community_room: { export: { not: 'a number a mentor' }, erasure: { kept: 'holds what others wrote' } },
  community_read: { export: 'communitiesRead', erasure: 'account_id' },
  reminder: { export: 'reminders', erasure: 'account_id' },
  schedule_news: { export: { not: 'what is being told to mentees this minute' }, erasure: 'mentor_id' },
  unread_mail: { export: 'unreadMails', erasure: 'account_id' },
  unread_conversations: {
    export: { not: 'a number that follows from the conversations' },
    erasure: 'account_id',
  },
  payer: { export: 'payer', erasure: 'account_id' },
  mentor_search: { export: { not: 'words of the profile, once more' }, erasure: 'mentor_id' },
  mentor_search_past: {
    export: { not: 'words of the profile, once more' },
    erasure: { kept: 'for the half hour in which somebody may walk an old result to its end' },
  },
  ...{ moderation_case: decidedBy, case_event: decidedBy },
  sanction: { export: 'sanctions', erasure: { kept: 'what moderators decide by; what was removed goes' } },
  appeal: { export: 'appeals', erasure: { kept: 'that it was decided stays, without the text' } },
  audit_entry: {
    export: { not: 'what moderators did' },
    erasure: {
      kept: 'append-only: checks, refusals and invitations without evidence, reason and address; entries of versions until 2026-11-29 hold them',
    },
  },
}

/** Nothing in them is about a person who could be named by it. */
export const impersonalTables = new Set([
  'attempt',
  // Names of files; whose a picture is stands in the profile that shows it.
  'picture',
  // The vocabulary of all profiles, word by word, and the version of its rules.
  'search_term',
  // By when rows stood in a list, for a day, and no word of whose.
  'former_list_time',
  'search_rules',
  'migration',
  'product_clock',
  'revoked_session',
  // The payment provider's own books, what it told us, keys of what was made there, refunds that came back: accounting.
  'provider_event',
  'provider_attempt',
  'failed_refund',
  'unknown_subscription',
  'sandbox_checkout',
  'sandbox_price',
  'sandbox_refund',
  'sandbox_subscription',
])
