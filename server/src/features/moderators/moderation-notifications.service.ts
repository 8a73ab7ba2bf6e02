import { loginMarkers, type MemberRole } from '@marga/contract/roles'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { Realtime } from '../../platform/realtime.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { Contact } from '../installation/contact.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import {
  accountBlockedMail,
  accountUnblockedMail,
  newCaseMail,
  ticketDecidedMail,
} from './moderation.mails.ts'
import type { Moderators } from './moderators.service.ts'

type Deps = {
  db: Database
  realtime: Realtime
  moderators: Moderators
  mails: MailQueue
  recipients: MailRecipients
  notifications: Notifications
  contact: Contact
  publicUrl: () => string
}
type CaseKind = 'ticket' | 'application' | 'person'
type NewCase = { kind: CaseKind; title: string; what: string; path: string }
type TicketDecision = { accusedName: string; isBlocked: boolean }
type Recipient = { id: string; role: MemberRole }

/** Tells moderators what waits for them, and people what was decided about them. */
export function createModerationNotifications(deps: Deps) {
  return {
    newCase: (tx: Tx, newCase: NewCase) => notifyOfCase(deps, tx, newCase),

    /** Tells the other tabs and the other moderators that something of this kind was decided. */
    caseDecided: async (tx: Tx, kind: CaseKind) => announce(deps, await deps.moderators.ids(tx), kind),

    ticketDecided: (tx: Tx, raiser: Recipient, of: TicketDecision) => notifyRaiser(deps, tx, raiser, of),
    accountChanged: (tx: Tx, account: Recipient, isBlocked: boolean) =>
      mailAccountChange(deps, tx, account, isBlocked),
  }
}
export type ModerationNotifications = ReturnType<typeof createModerationNotifications>

/** What moderators have open shows what is decided, and offers it no more. */
const announce = ({ db, realtime }: Deps, moderatorIds: readonly string[], kind: CaseKind) =>
  db.afterCommit(() => realtime.emit(moderatorIds, 'cases', { kind }))

/** Every moderator hears of it; by mail, who has not switched that off. */
async function notifyOfCase(deps: Deps, tx: Tx, { kind, title, what, path }: NewCase) {
  const { moderators, mails, recipients, notifications, publicUrl } = deps
  const ids = await moderators.ids(tx)
  announce(deps, ids, kind)
  await notifications.notifyAll(
    tx,
    ids.map((accountId) => ({ accountId, type: 'alert' as const, content: title, link: path })),
  )
  const people = await recipients.find(tx, ids, 'cases')
  const wanting = [...people.values()].filter(({ isWanted }) => isWanted)
  await mails.add(
    tx,
    ...wanting.map((to) => ({
      to,
      kind: 'new-case' as const,
      unsubscribeUrl: to.unsubscribeUrl,
      content: newCaseMail({ firstName: to.firstName, title, what, url: `${publicUrl()}${path}` }),
    })),
  )
}

/** The raiser is told; of the accused only what happened to them, by the block itself. */
async function notifyRaiser(deps: Deps, tx: Tx, raiser: Recipient, of: TicketDecision) {
  const { mails, notifications, publicUrl } = deps
  const outcome = of.isBlocked
    ? `We have blocked ${of.accusedName}. They can no longer sign in, write or meet anyone here.`
    : `We have read your ticket about ${of.accusedName} and decided not to act.`
  const path = `/${raiser.role}s/tickets`
  await notifications.notify(tx, raiser.id, { type: 'alert', content: outcome, link: path })
  const to = await findRecipient(deps, tx, raiser.id)
  if (to)
    await mails.add(tx, {
      to,
      kind: 'ticket-decided',
      content: ticketDecidedMail(to.firstName, { ...of, outcome, url: `${publicUrl()}${path}` }),
    })
}

async function mailAccountChange(deps: Deps, tx: Tx, { id, role }: Recipient, isBlocked: boolean) {
  const { mails, contact, publicUrl } = deps
  const to = await findRecipient(deps, tx, id)
  if (!to) return
  const signInUrl = `${publicUrl()}/auth/login?${loginMarkers[role]}`
  await mails.add(
    tx,
    isBlocked
      ? {
          to,
          kind: 'account-blocked',
          content: accountBlockedMail(to.firstName, { role, contact: await contact.address(tx) }),
        }
      : { to, kind: 'account-unblocked', content: accountUnblockedMail(to.firstName, signInUrl) },
  )
}

/** Mails about decisions go whatever is switched off. */
const findRecipient = async ({ recipients }: Deps, tx: Tx, accountId: string) =>
  (await recipients.find(tx, [accountId], 'messages')).get(accountId)
