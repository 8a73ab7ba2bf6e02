import type { MemberRole } from '@marga/contract/roles'
import { formatDate } from '../../platform/date-format.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { Realtime } from '../../platform/realtime.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import {
  moderatorsChangedMail,
  newCaseMail,
  ticketDecidedMail,
  ticketReceivedMail,
} from './moderation.mails.ts'
import type { Moderators } from './moderators.service.ts'

type Deps = {
  db: Database
  realtime: Realtime
  moderators: Moderators
  mails: MailQueue
  recipients: MailRecipients
  notifications: Notifications
  publicUrl: () => string
}
type CaseKind = 'ticket' | 'application' | 'person' | 'appeal'
type Claimed = { kind: CaseKind; caseId: string; claimedBy: { name: string; until: string } | null }
type NewCase = { kind: CaseKind; title: string; what: string; path: string }
/** @prop byId who did it: told by mail alone, since somebody else may have had their session */
type ModeratorsChange = { byId: string; title: string; what: string; help: string }
type TicketDecision = {
  accusedName: string
  what: 'blocked' | 'acted' | 'dismissed'
  /** A moderator's words to the raiser. */
  text?: string | undefined
}
type Recipient = { id: string; role: MemberRole }

/** Tells moderators what waits for them, and people what was decided about them. */
export function createModerationNotifications(deps: Deps) {
  return {
    newCase: (tx: Tx, newCase: NewCase) => notifyOfCase(deps, tx, newCase),

    /** Tells the other tabs and the other moderators that something of this kind was decided. */
    caseDecided: async (tx: Tx, kind: CaseKind, caseId?: string) =>
      announce(deps, await deps.moderators.ids(tx), { kind, caseId }),

    caseClaimed: async (tx: Tx, claimed: Claimed) => announce(deps, await deps.moderators.ids(tx), claimed),

    moderatorsChanged: (tx: Tx, change: ModeratorsChange) => notifyOfChange(deps, tx, change),

    ticketReceived: (tx: Tx, raiser: Recipient, of: { accusedName: string; dueAt: Date }) =>
      acknowledge(deps, tx, raiser, of),
    ticketDecided: (tx: Tx, raiser: Recipient, of: TicketDecision) => notifyRaiser(deps, tx, raiser, of),
  }
}
export type ModerationNotifications = ReturnType<typeof createModerationNotifications>

/** What moderators have open shows what is decided, and offers it no more. */
const announce = (
  { db, realtime }: Deps,
  moderatorIds: readonly string[],
  of: Partial<Claimed> & Pick<Claimed, 'kind'>,
) => db.afterCommit(() => realtime.emit(moderatorIds, 'cases', of))

/** Every moderator hears of it; by mail, who has not switched that off. */
async function notifyOfCase(deps: Deps, tx: Tx, { kind, title, what, path }: NewCase) {
  const { moderators, mails, recipients, notifications, publicUrl } = deps
  const ids = await moderators.ids(tx)
  announce(deps, ids, { kind })
  await notifications.notifyAll(
    tx,
    ids.map((accountId) => ({ accountId, type: 'alert' as const, content: title, link: path })),
  )
  const people = await recipients.find(tx, ids, 'cases')
  const wanting = [...people.values()].filter(({ isWanted }) => isWanted)
  await mails.addAll(
    tx,
    wanting.map((to) => ({
      to,
      kind: 'new-case' as const,
      unsubscribeUrl: to.unsubscribeUrl,
      content: newCaseMail({ firstName: to.firstName, title, what, url: `${publicUrl()}${path}` }),
    })),
  )
}

/**
 * What a new moderator may do is worth more than one session of another: nobody becomes one unnoticed. The mails cannot
 * be switched off.
 */
async function notifyOfChange(deps: Deps, tx: Tx, { byId, title, what, help }: ModeratorsChange) {
  const { moderators, mails, recipients, notifications, publicUrl } = deps
  const ids = await moderators.ids(tx)
  const path = '/moderator/moderators'
  await notifications.notifyAll(
    tx,
    ids
      .filter((id) => id !== byId)
      .map((accountId) => ({ accountId, type: 'alert' as const, content: title, link: path })),
  )
  const people = await recipients.find(tx, ids, 'cases')
  await mails.addAll(
    tx,
    [...people.values()].map((to) => ({
      to,
      kind: 'moderators-changed' as const,
      content: moderatorsChangedMail({
        firstName: to.firstName,
        title,
        what,
        help,
        url: `${publicUrl()}${path}`,
      }),
    })),
  )
}

/** The raiser is told; of the accused no more than that something was done, or that they are gone. */
async function notifyRaiser(deps: Deps, tx: Tx, raiser: Recipient, of: TicketDecision) {
  const { mails, notifications, publicUrl } = deps
  const to = await findRecipient(deps, tx, raiser.id)
  // What is written down of whoever has deleted the account would stay for good.
  if (!to || to.isGone) return
  const outcome = outcomeText(of)
  const path = `/${raiser.role}s/tickets`
  await notifications.notify(tx, raiser.id, { type: 'alert', content: outcome, link: path })
  await mails.add(tx, {
    to,
    kind: 'ticket-decided',
    content: ticketDecidedMail(to.firstName, { ...of, outcome, url: `${publicUrl()}${path}` }),
  })
}

function outcomeText({ accusedName, what }: TicketDecision): string {
  if (what === 'blocked')
    return `We have blocked ${accusedName}. They can no longer sign in, write or meet anyone here.`
  return what === 'acted'
    ? `We have read your ticket about ${accusedName} and acted on it.`
    : `We have read your ticket about ${accusedName} and decided not to act.`
}

/** At once, so that nobody waits for a word: who reads it, and until when it is decided. */
async function acknowledge(deps: Deps, tx: Tx, raiser: Recipient, of: { accusedName: string; dueAt: Date }) {
  const { mails, publicUrl } = deps
  const to = await findRecipient(deps, tx, raiser.id)
  if (!to) return
  await mails.add(tx, {
    to,
    kind: 'ticket-received',
    content: ticketReceivedMail(to.firstName, {
      accusedName: of.accusedName,
      due: formatDate(of.dueAt, to.timeZone),
      url: `${publicUrl()}/${raiser.role}s/tickets`,
    }),
  })
}

/** Mails about decisions go whatever is switched off. */
const findRecipient = async ({ recipients }: Deps, tx: Tx, accountId: string) =>
  (await recipients.find(tx, [accountId], 'messages')).get(accountId)
