import pLimit from 'p-limit'
import type { Member } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import { createConcurrencyCounter } from '../../platform/concurrency-counter.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import { type ExportedRow, type ExportSection, findExportedRows } from './data-export.queries.ts'

type Deps = { db: Database; clock: Clock; mails: MailQueue }

const sections = {
  account: { table: 'account', by: 'id', isSingle: true },
  profile: { table: 'mentorProfile', by: 'accountId', isSingle: true },
  applications: { table: 'application', by: 'mentorId' },
  applicationMessages: { table: 'applicationMessage', by: 'mentorId' },
  applicationChecks: { table: 'applicationCheck', by: 'mentorId' },
  sessions: { table: 'loginSession', by: 'accountId' },
  knownDevices: { table: 'knownDevice', by: 'accountId' },
  pushSubscriptions: { table: 'pushSubscription', by: 'accountId' },
  communitiesRead: { table: 'communityRead', by: 'accountId' },
  reminders: { table: 'reminder', by: 'accountId' },
  unreadMails: { table: 'unreadMail', by: 'accountId' },
  payer: { table: 'payer', by: 'accountId', isSingle: true },
  twoStepSignIn: { table: 'totp', by: 'accountId', isSingle: true },
  preferences: { table: 'preference', by: 'accountId', isSingle: true },
  savedReplies: { table: 'savedReply', by: 'accountId', isSingle: true },
  identities: { table: 'identity', by: 'accountId' },
  enrollments: { table: 'enrollment', by: 'pair' },
  checkouts: { table: 'checkout', by: 'pair' },
  calls: { table: 'sessionCredit', by: 'pair' },
  callHistory: { table: 'sessionCreditEvent', by: 'pair' },
  payments: { table: 'payment', by: 'pair' },
  refunds: { table: 'refund', by: 'pair' },
  refundRequests: { table: 'refundRequest', by: 'pair' },
  moveProposals: { table: 'moveProposal', by: 'pair' },
  contests: { table: 'contest', by: 'pair' },
  slots: { table: 'slot', by: 'pair' },
  conversations: { table: 'conversation', by: 'pair' },
  responses: { table: 'mentorResponse', by: 'pair' },
  responseNotifications: { table: 'responseNotification', by: 'mentorId' },
  availability: { table: 'availability', by: 'mentorId', isSingle: true },
  favourites: { table: 'favourite', by: 'menteeId' },
  waitlist: { table: 'waitlistEntry', by: 'menteeId' },
  passedOffers: { table: 'passedOffer', by: 'menteeId' },
  timeRequests: { table: 'timeRequest', by: 'pair' },
  busyFeeds: { table: 'busyFeed', by: 'mentorId' },
  vacations: { table: 'vacation', by: 'mentorId' },
  liveNotes: { table: 'liveNotes', by: 'pair' },
  reviews: { table: 'review', by: 'pair' },
  tickets: { table: 'ticket', by: 'raisedBy' },
  sanctions: { table: 'sanction', by: 'accountId' },
  appeals: { table: 'appeal', by: 'accountId' },
  blockedPeople: { table: 'blockedPerson', by: 'accountId' },
  // Last: of these there may be more than fits.
  liveStays: { table: 'liveStay', by: 'accountId' },
  communityMessages: { table: 'communityMessage', by: 'senderId' },
  notifications: { table: 'notification', by: 'accountId' },
  messages: { table: 'message', by: 'senderId' },
} as const satisfies Record<string, ExportSection>

const waitingMax = 8

/** All of an export is in memory while it is put together: some 40,000 messages of 200 characters fit. */
const charsMax = 8_000_000

/** Everything held about a person, as they may take it away. Secrets (hashes, tokens) are not data about them. */
export function createDataExport(deps: Deps) {
  const oneByOne = pLimit(1)
  const ofOne = createConcurrencyCounter(1)
  return {
    /** @throws AppError unavailable while many others wait for theirs, rate_limited while their own is being made */
    async of(actor: Member) {
      if (!ofOne.enter(actor.id)) throw new AppError('rate_limited', { retryAfterSeconds: 5 })
      try {
        if (oneByOne.pendingCount >= waitingMax) throw new AppError('unavailable', { retryAfterSeconds: 5 })
        return await oneByOne(() => collect(deps, actor))
      } finally {
        ofOne.leave(actor.id)
      }
    },
  }
}
export type DataExport = ReturnType<typeof createDataExport>

/** As in the mails: nobody who gets hold of the file can act by a link of it. */
const withoutProof = (notification: ExportedRow): ExportedRow =>
  String(notification.link).includes('token=') ? { ...notification, link: null } : notification

async function collect({ db, clock, mails }: Deps, actor: Member) {
  const { taken, shortened } = await db.transact((tx) => collectSections(tx, actor))
  const account = (taken.account ?? {}) as ExportedRow
  return {
    ...taken,
    notifications: (taken.notifications as ExportedRow[]).map(withoutProof),
    exportedAt: clock.now().toISOString(),
    shortened,
    account,
    mails: await mails.writtenTo(actor.id),
  }
}

/** `shortened`: of which there is more than fits into one answer. */
async function collectSections(tx: Tx, actor: Member) {
  const taken: Record<string, ExportedRow[] | ExportedRow | undefined> = {}
  const shortened: string[] = []
  const room = { chars: charsMax }
  for (const [key, section] of Object.entries<ExportSection>(sections)) {
    const { rows, isWhole } = await findExportedRows(tx, section, actor, room)
    if (!isWhole) shortened.push(key)
    taken[key] = section.isSingle ? rows[0] : rows
  }
  // Read newest first, so that the oldest are those that do not fit.
  taken.messages = (taken.messages as ExportedRow[]).toReversed()
  return { taken, shortened }
}
