import type { MemberRole } from '@marga/contract/roles'
import { formatMoment, formatShortMoment } from '../../platform/date-format.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { MailKind } from '../../platform/mail/mail-kinds.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { MailContent } from '../../platform/mail/render.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { MailRecipient, MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import { timeRequestedMail, timeRequestOverMail } from './time-requests.mails.ts'
import type { RequestRecord } from './time-requests.queries.ts'
import { momentsOf } from './time-requests.rules.ts'

type Deps = {
  mails: MailQueue
  recipients: MailRecipients
  notifications: Notifications
  publicUrl: () => string
}
/** Why a request is closed that the mentor did not take. */
export type Closing = 'declined' | 'withdrawn' | 'expired' | 'ended' | 'gone'
type News = { text: string; kind: MailKind; mail: MailContent; usefulUntil?: Date }
type Write = (reader: MailRecipient, other: MailRecipient, url: string) => News

/** What the two are told of a request; where it is accepted, the booking tells. */
export function createTimeRequestNotifications(deps: Deps) {
  return {
    asked: (tx: Tx, request: RequestRecord) => tell(deps, tx, request, 'mentor', asked(request)),
    closed: async (tx: Tx, request: RequestRecord, why: Closing, readers: readonly MemberRole[]) => {
      for (const role of readers) await tell(deps, tx, request, role, closed(role, why))
    },
  }
}
export type TimeRequestNotifications = ReturnType<typeof createTimeRequestNotifications>

const linkOf = (role: MemberRole, { mentorId }: RequestRecord) =>
  role === 'mentor' ? '/mentors/scheduler' : `/mentees/schedules?mentor=${mentorId}`

async function tell(deps: Deps, tx: Tx, request: RequestRecord, role: MemberRole, write: Write) {
  const { menteeId, mentorId } = request
  const people = await deps.recipients.find(tx, [menteeId, mentorId], 'bookings')
  const reader = people.get(role === 'mentor' ? mentorId : menteeId)
  const other = people.get(role === 'mentor' ? menteeId : mentorId)
  if (!reader || !other) return
  const link = linkOf(role, request)
  const { text, kind, mail, usefulUntil } = write(reader, other, `${deps.publicUrl()}${link}`)
  await deps.notifications.notify(tx, reader.id, { type: 'alert', content: text, link })
  if (!reader.isWanted) return
  await deps.mails.add(tx, {
    to: reader,
    kind,
    unsubscribeUrl: reader.unsubscribeUrl,
    content: mail,
    ...(usefulUntil ? { usefulUntil } : {}),
  })
}

const asked =
  ({ starts, minutes, text, expiresAt }: RequestRecord): Write =>
  ({ firstName, timeZone }, mentee, schedulerUrl) => {
    const written = (format: typeof formatMoment) => momentsOf(starts).map((start) => format(start, timeZone))
    const menteeName = fullName(mentee)
    return {
      text: `${mentee.firstName} asks for a session: ${written(formatShortMoment).join(' or ')}`,
      kind: 'time-requested',
      mail: timeRequestedMail({
        firstName,
        menteeName,
        minutes,
        times: written(formatMoment),
        text,
        schedulerUrl,
      }),
      usefulUntil: expiresAt,
    }
  }

const closed =
  (role: MemberRole, why: Closing): Write =>
  ({ firstName }, other, url) => {
    const sentence = sentences[role][why](other.firstName)
    const label = role === 'mentor' ? 'See my scheduler' : 'See the open times'
    return {
      text: sentence,
      kind: 'time-request-over',
      mail: timeRequestOverMail({ firstName, sentence, action: { label, url } }),
    }
  }

/** With the other's name. */
const sentences: Record<MemberRole, Record<Closing, (name: string) => string>> = {
  mentee: {
    declined: (name) => `${name} cannot make any of the times you asked for.`,
    withdrawn: (name) => `You took back your request to ${name} for a time.`,
    expired: (name) =>
      `${name} did not take any of the times you asked for, and it is too late for them now.`,
    ended: (name) => `Your request to ${name} for a time is closed, because your subscription has ended.`,
    gone: (name) => `Your request to ${name} for a time is closed. They are no longer available.`,
  },
  mentor: {
    declined: (name) => `You declined the times that ${name} asked for.`,
    withdrawn: (name) => `${name} no longer asks for a time.`,
    expired: (name) => `It is too late now for the times that ${name} asked for.`,
    ended: (name) => `${name}’s request for a time is closed, because the subscription has ended.`,
    gone: (name) => `${name}’s request for a time is closed. They are no longer available.`,
  },
}
