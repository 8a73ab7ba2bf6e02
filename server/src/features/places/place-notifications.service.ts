import { limits } from '@marga/contract/limits'
import { formatMoment, formatShortMoment } from '../../platform/date-format.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { MailKind } from '../../platform/mail/mail-kinds.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { MailContent } from '../../platform/mail/render.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { MailRecipient, MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import { placeOfferedMail, placeOfferOverMail, waitlistClosedMail } from './places.mails.ts'

type Deps = {
  mails: MailQueue
  recipients: MailRecipients
  notifications: Notifications
  publicUrl: () => string
}
type News = {
  kind: MailKind
  text: string
  link: string
  mail: (url: string) => MailContent
  usefulUntil?: Date
}
type Write = (mentee: MailRecipient, mentorName: string) => News

const browse = '/mentees/browse'
const profileOf = (mentorId: string) => `${browse}/mentor/profile/${mentorId}`

/** Those of one mentor. */
type Waiting = { mentorId: string; menteeIds: readonly string[] }

/** What those who wait for a place are told: many by as many statements as one. */
export function createPlaceNotifications(deps: Deps) {
  return {
    offered: (tx: Tx, of: Waiting, until: Date) => tell(deps, tx, of, offered(of, until)),
    over: (tx: Tx, of: Waiting) => tell(deps, tx, of, over(of)),
    closed: (tx: Tx, of: Waiting) => tell(deps, tx, of, closed),
  }
}
export type PlaceNotifications = ReturnType<typeof createPlaceNotifications>

async function tell(deps: Deps, tx: Tx, { mentorId, menteeIds }: Waiting, write: Write) {
  const { recipients, notifications, mails, publicUrl } = deps
  if (menteeIds.length === 0) return
  const people = await recipients.find(tx, [mentorId, ...menteeIds], 'bookings')
  const mentor = people.get(mentorId)
  if (!mentor) return
  const news = menteeIds.flatMap((id) => {
    const mentee = people.get(id)
    return mentee ? [{ mentee, ...write(mentee, fullName(mentor)) }] : []
  })
  await notifications.notifyAll(
    tx,
    news.map(({ mentee, text, link }) => ({ accountId: mentee.id, type: 'alert', content: text, link })),
  )
  await mails.addAll(
    tx,
    news
      .filter(({ mentee }) => mentee.isWanted)
      .map(({ mentee, kind, link, mail, usefulUntil }) => ({
        to: mentee,
        kind,
        unsubscribeUrl: mentee.unsubscribeUrl,
        content: mail(`${publicUrl()}${link}`),
        ...(usefulUntil ? { usefulUntil } : {}),
      })),
  )
}

const offered =
  ({ mentorId }: Pick<Waiting, 'mentorId'>, usefulUntil: Date): Write =>
  ({ firstName, timeZone }, mentorName) => {
    const until = formatShortMoment(usefulUntil, timeZone)
    return {
      kind: 'place-offered',
      text: `A place with ${mentorName} is free. It is kept for you until ${until}.`,
      link: profileOf(mentorId),
      mail: (profileUrl) =>
        placeOfferedMail({ firstName, mentorName, profileUrl, until: formatMoment(usefulUntil, timeZone) }),
      usefulUntil,
    }
  }

const over =
  ({ mentorId }: Pick<Waiting, 'mentorId'>): Write =>
  ({ firstName }, mentorName) => ({
    kind: 'place-offer-over',
    text: `The place with ${mentorName} is no longer kept for you. You can join the waitlist again; for ${limits.placeOfferAgainDays} days, places are offered to others.`,
    link: profileOf(mentorId),
    mail: (profileUrl) => placeOfferOverMail({ firstName, mentorName, profileUrl }),
  })

const closed: Write = ({ firstName }, mentorName) => ({
  kind: 'waitlist-closed',
  text: `${mentorName} is no longer available as a mentor, so the waitlist is closed.`,
  link: browse,
  mail: (browseUrl) => waitlistClosedMail({ firstName, mentorName, browseUrl }),
})
