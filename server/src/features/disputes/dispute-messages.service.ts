import type { MemberRole } from '@marga/contract/roles'
import type { Tx } from '../../platform/db/database.ts'
import type { MailKind } from '../../platform/mail/mail-kinds.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { MailContent } from '../../platform/mail/render.ts'
import type { MailRecipient, MailRecipients, OptionalMail } from '../accounts/mail-recipients.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import { otherSide } from './contests.rules.ts'

type Deps = {
  mails: MailQueue
  recipients: MailRecipients
  notifications: Notifications
  publicUrl: () => string
}

/** The two of a dispute; one who has deleted the account is told nothing. */
export type PairOfDispute = {
  menteeId: string
  mentorId: string
  menteeDeletedAt: Date | null
  mentorDeletedAt: Date | null
}
export type Message = {
  /** The notification. */
  content: string
  link: string
  /** What the reader did themselves. */
  isOwnAct?: boolean
  mail?: {
    kind: MailKind
    content: (url: string) => MailContent
    /** About a decision of ours, which goes whatever is switched off. */
    isAlwaysSent?: boolean
  }
}
type Write = (side: MemberRole, reader: MailRecipient, other: MailRecipient) => Message | undefined

/** Tells each of two people by a notification and a mail, in words of their own. */
export function createDisputeMessages(deps: Deps) {
  return {
    /** @param write gives nothing for whom nothing is to be told */
    tell: (tx: Tx, pair: PairOfDispute, preference: OptionalMail, write: Write) =>
      tell(deps, tx, pair, preference, write),
  }
}
export type DisputeMessages = ReturnType<typeof createDisputeMessages>

async function tell(deps: Deps, tx: Tx, pair: PairOfDispute, preference: OptionalMail, write: Write) {
  const people = await deps.recipients.find(tx, [pair.menteeId, pair.mentorId], preference)
  for (const side of ['mentee', 'mentor'] as const) {
    const reader = people.get(pair[`${side}Id`])
    const other = people.get(pair[`${otherSide(side)}Id`])
    if (!reader || !other || pair[`${side}DeletedAt`]) continue
    const message = write(side, reader, other)
    if (message) await send(deps, tx, reader, message)
  }
}

async function send(
  { mails, notifications, publicUrl }: Deps,
  tx: Tx,
  reader: MailRecipient,
  { content, link, isOwnAct = false, mail }: Message,
) {
  await notifications.notify(tx, reader.id, { type: 'alert', content, link, isOwnAct })
  if (!mail || !(reader.isWanted || mail.isAlwaysSent)) return
  await mails.add(tx, {
    to: reader,
    kind: mail.kind,
    content: mail.content(`${publicUrl()}${link}`),
    ...(mail.isAlwaysSent ? {} : { unsubscribeUrl: reader.unsubscribeUrl }),
  })
}
