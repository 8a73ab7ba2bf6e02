import type { DecisionReason, SanctionKind } from '@marga/contract/case-states'
import { loginMarkers, type MemberRole } from '@marga/contract/roles'
import { formatDate } from '../../platform/date-format.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { Contact } from '../installation/contact.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import { sanctionEndedMail, sanctionMail } from './sanctions.mails.ts'
import * as queries from './sanctions.queries.ts'
import { sanctionLine } from './sanctions.rules.ts'

type Deps = {
  mails: MailQueue
  recipients: MailRecipients
  notifications: Notifications
  contact: Contact
  publicUrl: () => string
}
type Person = { role: MemberRole; accountId: string }
export type Imposed = {
  sanctions: readonly { kind: SanctionKind; endsAt: Date | null }[]
  reason: DecisionReason | null
  text: string
  appealUrl: string
}

/** Tells people what was decided about them: by mail whatever is switched off, and where they still get in also there. */
export function createSanctionNotifications(deps: Deps) {
  return {
    imposed: (tx: Tx, person: Person, of: Imposed) => imposed(deps, tx, person, of),
    lifted: (tx: Tx, person: Person, of: { kinds: readonly SanctionKind[]; text: string }) =>
      lifted(deps, tx, person, of),
  }
}
export type SanctionNotifications = ReturnType<typeof createSanctionNotifications>

/** Mails about decisions go whatever is switched off. */
const findRecipient = async ({ recipients }: Deps, tx: Tx, accountId: string) =>
  (await recipients.find(tx, [accountId], 'messages')).get(accountId)

async function imposed(deps: Deps, tx: Tx, { role, accountId }: Person, of: Imposed) {
  const { mails, notifications, contact } = deps
  const to = await findRecipient(deps, tx, accountId)
  if (!to) return
  const sanctions = of.sanctions.map(({ kind, endsAt }) => ({
    kind,
    until: endsAt && formatDate(endsAt, to.timeZone),
  }))
  await mails.add(tx, {
    to,
    kind: 'sanction',
    content: sanctionMail({
      ...of,
      sanctions,
      role,
      firstName: to.firstName,
      contact: await contact.address(tx),
    }),
  })
  const content = sanctions.map((one) => sanctionLine(one, role)).join(' ')
  await notifications.notify(tx, accountId, {
    type: 'alert',
    content,
    link: new URL(of.appealUrl).pathname + new URL(of.appealUrl).search,
  })
}

async function lifted(
  deps: Deps,
  tx: Tx,
  { role, accountId }: Person,
  { kinds, text }: { kinds: readonly SanctionKind[]; text: string },
) {
  const { mails, publicUrl } = deps
  const to = await findRecipient(deps, tx, accountId)
  if (!to) return
  const active = await queries.findActive(tx, accountId, ['restrict', 'suspend', 'block'])
  const standing = active.map(({ kind, endsAt }) => ({
    kind,
    until: endsAt && formatDate(endsAt, to.timeZone),
  }))
  const signInUrl = `${publicUrl()}/auth/login?${loginMarkers[role]}`
  await mails.add(tx, {
    to,
    kind: 'sanction-ended',
    content: sanctionEndedMail({ firstName: to.firstName, kinds, text, signInUrl, standing }),
  })
}
