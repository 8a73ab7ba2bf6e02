import { applicationLinkDays } from '@marga/contract/application-status'
import { limits } from '@marga/contract/limits'
import { after, type Clock, daysMs, hoursMs, type NewId } from '../../platform/clock.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { newestLists } from '../../platform/db/newest-lists.ts'
import { AppError } from '../../platform/errors.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { EmailVerifications } from '../accounts/email-verifications.service.ts'
import { hashToken } from '../accounts/refresh-tokens.rules.ts'
import type { CaseEvents } from '../moderators/case-events.service.ts'
import type { ModerationNotifications } from '../moderators/moderation-notifications.service.ts'
import { readApplicationToken, writeApplicationToken } from './application-links.rules.ts'
import * as queries from './application-status.queries.ts'
import { presentApplicationStatus, presentExchange } from './applications.presenter.ts'
import type { Reapplications } from './reapplications.service.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  secret: Uint8Array
  caseEvents: CaseEvents
  emailVerifications: EmailVerifications
  moderationNotifications: ModerationNotifications
  reapplications: Reapplications
  publicUrl: () => string
}

/** Where an application stands, for whoever has the secret of the mail. */
export const applicationLink = (publicUrl: string, token: string) =>
  `${publicUrl}/auth/application?token=${token}`

/** What an applicant sees and writes, by the secret of the mail: there is no signing in yet. */
export function createApplicationStatus(deps: Deps) {
  const { db, clock, newId, secret, reapplications, publicUrl } = deps
  return {
    /**
     * While the application was refused and none came after it, with the token to apply again, for some days after the
     * refusal: whoever has the secret has had the mailbox.
     * @throws AppError not_found
     */
    async status(token: string) {
      const found = await findByToken(deps, token)
      const { take, shortened } = newestLists<'exchange'>()
      const exchange = await take('exchange', limits.applicantExchangeMax, (limit) =>
        queries.findExchange(db.query, found.id, limit),
      )
      return presentApplicationStatus(found, {
        exchange: exchange.reverse(),
        shortened,
        checkedItems: await queries.findCheckedItems(db.query, found.id),
        reapplyToken:
          found.mentorStatus === 'rejected'
            ? await reapplications.tokenOfRefusal(db.query, found.mentorId)
            : null,
      })
    },

    answer: (token: string, text: string) => answer(deps, token, text),

    /** What was asked and answered, newest first. */
    exchange: async (tx: Db, applicationId: string, limit: number) =>
      presentExchange(await queries.findExchange(tx, applicationId, limit)),

    /** @throws AppError not_found */
    async sendVerification(token: string) {
      const found = await findByToken(deps, token)
      await deps.emailVerifications.sendAgain({ id: found.mentorId, role: 'mentor' })
    },

    /** For another mail; those before it go on working, as long as the page does. */
    newLink: (applicationId: string) =>
      applicationLink(publicUrl(), writeApplicationToken(secret, applicationId)),

    /** What a moderator wants to know. */
    ask: (tx: Tx, of: { applicationId: string; moderatorId: string; text: string }) =>
      queries.insertMessage(tx, { id: newId(), at: clock.now(), isFromApplicant: false, ...of }),
  }
}
export type ApplicationStatus = ReturnType<typeof createApplicationStatus>

/** A while after the decision there is nothing left to do by it, and mails are kept for years. @throws AppError not_found */
async function findByToken({ db, clock, secret }: Deps, token: string) {
  const id = readApplicationToken(secret, token)
  const found = await queries.findApplication(db.query, id ? { id } : { tokenHash: hashToken(token) })
  if (!found || hasEnded(found, clock.now())) throw new AppError('not_found')
  return found
}

const hasEnded = ({ decidedAt }: queries.ApplicationRow, now: Date) =>
  decidedAt !== null && after(decidedAt, daysMs(applicationLinkDays)) <= now

/** @throws AppError not_found, already_decided, rate_limited */
async function answer(deps: Deps, token: string, text: string) {
  const { db, clock, newId, caseEvents, moderationNotifications } = deps
  const { id, ...applicant } = await findByToken(deps, token)
  await db.transact(async (tx) => {
    // Whoever decided is none of the applicant's.
    if (!(await queries.takeAnswer(tx, id))) throw decidedMeanwhile(applicant.decidedAt)
    const earlier = await queries.countAnswersInARow(tx, id)
    if (earlier >= limits.applicantAnswersInARow) throw toldEnough()
    await queries.insertMessage(tx, {
      ...{ id: newId(), applicationId: id, at: clock.now(), text },
      ...{ moderatorId: null, isFromApplicant: true },
    })
    await caseEvents.write(tx, { caseId: id, what: 'applicant_answered', text, moderatorId: null })
    const name = fullName(applicant)
    // Nobody is told of every line of one answer.
    if (earlier > 0) await moderationNotifications.caseDecided(tx, 'application')
    else
      await moderationNotifications.newCase(tx, {
        kind: 'application',
        title: `${name} answered about their application`,
        what: `${name} answered what we wanted to know about their application as a mentor.`,
        path: `/moderator/cases/${id}`,
      })
  })
}

/** Whoever has the link could else fill the exchange, which is read as a whole, without end. */
const toldEnough = () =>
  new AppError('rate_limited', {
    message: `You have sent ${limits.applicantAnswersInARow} answers since we last wrote to you. Please wait until we have read them.`,
    retryAfterSeconds: hoursMs(1) / 1000,
  })

const decidedMeanwhile = (decidedAt: Date | null) =>
  new AppError('already_decided', {
    message: 'Your application is decided. Load the page again to see how.',
    details: { decidedBy: 'a moderator', decidedAt: decidedAt?.toISOString() ?? null },
  })
