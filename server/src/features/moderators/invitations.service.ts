import { randomBytes } from 'node:crypto'
import type { AttemptLimiter } from '../../platform/attempt-limiter.ts'
import { after, type Clock, daysMs, hoursMs, type NewId } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { Accounts } from '../accounts/accounts.service.ts'
import { hashToken } from '../accounts/refresh-tokens.rules.ts'
import type { Audit } from './audit.service.ts'
import { invitationMail } from './moderation.mails.ts'
import type { ModerationNotifications } from './moderation-notifications.service.ts'
import { inviterOf, presentInvitation, presentModerator } from './moderators.presenter.ts'
import * as queries from './moderators.queries.ts'
import { splitName } from './moderators.rules.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  accounts: Accounts
  audit: Audit
  attempts: AttemptLimiter
  mails: MailQueue
  moderationNotifications: ModerationNotifications
  productName: string
  publicUrl: () => string
}
type Moderator = { id: string }
type Acceptance = { token: string; name: string; password: string }

const invitationDays = 7
/** Of one moderator in an hour: fewer than mails of a kind that somebody gets, so that each is told of. */
const invitationLimit = { max: 5, windowMs: hoursMs(1) }

/** Moderators invite moderators: nobody can register as one. */
export function createInvitations(deps: Deps) {
  const { db, clock } = deps
  return {
    /** Who moderates, and whose invitation can still be accepted. */
    async list({ id }: Moderator) {
      const moderators = await queries.findListedModerators(db.query)
      const invitations = await queries.findOpenInvitations(db.query, clock.now())
      return {
        moderators: moderators.map((row) => presentModerator(row, id)),
        invitations: invitations.map(presentInvitation),
      }
    },

    invite: (moderator: Moderator, email: string) => invite(deps, moderator, email),

    /** @throws AppError not_found */
    withdraw: (moderator: Moderator, id: string) => withdraw(deps, moderator, id),

    /** @throws AppError invalid_token */
    async read(token: string) {
      const found = await queries.findInvitation(db.query, { tokenHash: hashToken(token) }, clock.now())
      if (!found) throw gone()
      return { email: found.email, invitedBy: inviterOf(found) }
    },

    accept: (of: Acceptance) => accept(deps, of),
    deleteExpired: () => queries.deleteExpiredInvitations(db.query, clock.now()),
  }
}
export type Invitations = ReturnType<typeof createInvitations>

/** Replaces an earlier invitation of the address. @throws AppError already_exists, rate_limited */
const invite = (deps: Deps, moderator: Moderator, email: string) =>
  deps.db.transact(async (tx) => {
    const { clock, newId, audit, attempts, mails, moderationNotifications, productName, publicUrl } = deps
    await attempts.spend(['invitation', moderator.id], invitationLimit)
    if (await queries.findModeratorByEmail(tx, email)) throw moderatesAlready()
    const token = randomBytes(24).toString('base64url')
    const id = newId()
    const now = clock.now()
    await queries.putInvitation(tx, {
      ...{ id, email, tokenHash: hashToken(token), invitedBy: moderator.id },
      ...{ createdAt: now, expiresAt: after(now, daysMs(invitationDays)) },
    })
    await audit.write(tx, { moderatorId: moderator.id, action: 'invite', subjectId: id, note: idNote(id) })
    const invitation = (await queries.findInvitation(tx, { id }, now))!
    const inviter = inviterOf(invitation) ?? 'A moderator'
    await moderationNotifications.moderatorsChanged(tx, {
      byId: moderator.id,
      title: `${inviter} invited someone to moderate`,
      what: `${inviter} invited ${email} to moderate. The link works for ${invitationDays} days.`,
      help: 'If you do not want this, withdraw the invitation on that page. If no one knows of it, tell the people who run this site.',
    })
    await mails.add(tx, {
      to: { id: null, email, isEmailVerified: false },
      kind: 'moderator-invitation',
      content: invitationMail({
        productName,
        invitedBy: inviterOf(invitation),
        days: invitationDays,
        url: `${publicUrl()}/auth/accept-invitation?token=${token}`,
      }),
    })
    return presentInvitation(invitation)
  })

const withdraw = ({ db, audit }: Deps, moderator: Moderator, id: string) =>
  db.transact(async (tx) => {
    const withdrawn = await queries.deleteInvitation(tx, id)
    if (!withdrawn) throw new AppError('not_found')
    const note = idNote(id)
    await audit.write(tx, { moderatorId: moderator.id, action: 'withdraw', subjectId: id, note })
  })

/** What became of which, without the address: the invitation is deleted within seven days, and the log keeps its lines. */
const idNote = (invitationId: string) => `Invitation ${invitationId}`

/** The mail has proven the address. @throws AppError invalid_token, already_exists */
const accept = (deps: Deps, { token, name, password }: Acceptance) =>
  deps.db.transact(async (tx: Tx) => {
    const { clock, newId, accounts, audit, moderationNotifications } = deps
    const spent = await queries.spendInvitation(tx, hashToken(token), clock.now())
    if (!spent) throw gone()
    const id = newId()
    const isNew = await accounts.createModerator({ id, email: spent.email, password, ...splitName(name) })
    if (!isNew) throw moderatesAlready()
    await audit.write(tx, { moderatorId: id, action: 'join', subjectId: id, note: idNote(spent.id) })
    await moderationNotifications.moderatorsChanged(tx, {
      byId: id,
      title: `${name} moderates now`,
      what: `${name} (${spent.email}) has accepted the invitation to moderate, and can decide about cases from now on.`,
      help: 'If you did not expect this, tell the people who run this site at once: they can end the account.',
    })
  })

const moderatesAlready = () =>
  new AppError('already_exists', {
    message: 'There is a moderator with this email already.',
    fields: { email: 'There is a moderator with this email already.' },
  })

const gone = () =>
  new AppError('invalid_token', {
    message: 'This invitation has expired, was withdrawn or was used already. Ask for a new one.',
  })
