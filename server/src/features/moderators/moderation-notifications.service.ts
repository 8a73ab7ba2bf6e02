import { loginMarkers } from '@marga/contract/roles'
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
type Member = { id: string; role: 'mentee' | 'mentor' }

/** Tells moderators what waits for them, and people what was decided about them. */
export function createModerationNotifications(deps: Deps) {
  const { db, realtime, moderators, mails, recipients, notifications, contact, publicUrl } = deps

  /** What moderators have open shows what is decided, and offers it no more. */
  const announce = (moderatorIds: readonly string[], kind: CaseKind) =>
    db.afterCommit(() => realtime.emit(moderatorIds, 'cases', { kind }))

  return {
    /** Every moderator hears of it; by mail, who has not switched that off. */
    async newCase(tx: Tx, { kind, title, what, path }: NewCase) {
      const ids = await moderators.ids(tx)
      announce(ids, kind)
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
    },

    /** Tells the other tabs and the other moderators that something of this kind was decided. */
    async caseDecided(tx: Tx, kind: CaseKind) {
      announce(await moderators.ids(tx), kind)
    },

    /** The raiser is told; of the accused only what happened to them, by the block itself. */
    async ticketDecided(tx: Tx, raiser: Member, of: { accusedName: string; isBlocked: boolean }) {
      const outcome = of.isBlocked
        ? `We have blocked ${of.accusedName}. They can no longer sign in, write or meet anyone here.`
        : `We have read your ticket about ${of.accusedName} and decided not to act.`
      const path = `/${raiser.role}s/tickets`
      await notifications.notify(tx, raiser.id, { type: 'alert', content: outcome, link: path })
      const to = await findOne(tx, raiser.id)
      if (to)
        await mails.add(tx, {
          to,
          kind: 'ticket-decided',
          content: ticketDecidedMail(to.firstName, { ...of, outcome, url: `${publicUrl()}${path}` }),
        })
    },

    async accountChanged(tx: Tx, { id, role }: Member, isBlocked: boolean) {
      const to = await findOne(tx, id)
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
    },
  }

  /** Mails about decisions go whatever is switched off. */
  async function findOne(tx: Tx, accountId: string) {
    return (await recipients.find(tx, [accountId], 'messages')).get(accountId)
  }
}
export type ModerationNotifications = ReturnType<typeof createModerationNotifications>
