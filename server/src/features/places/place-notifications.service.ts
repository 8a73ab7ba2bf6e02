import { limits } from '@marga/contract/limits'
import { formatShortMoment } from '../../platform/date-format.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { MailKind } from '../../platform/mail/mail-kinds.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { MailContent } from '../../platform/mail/render.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { MailRecipient, MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import { placeOfferedMail, placeOfferOverMail, waitlistClosedMail } from './places.mails.ts'
import type { Pair } from './places.queries.ts'

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

/** What those who wait for a place are told. */
export function createPlaceNotifications(deps: Deps) {
  return {
    offered: (tx: Tx, pair: Pair, until: Date) => tell(deps, tx, pair, offered(pair, until)),
    over: (tx: Tx, pair: Pair) => tell(deps, tx, pair, over(pair)),
    closed: (tx: Tx, pair: Pair) => tell(deps, tx, pair, closed),
  }
}
export type PlaceNotifications = ReturnType<typeof createPlaceNotifications>

async function tell(deps: Deps, tx: Tx, { menteeId, mentorId }: Pair, write: Write) {
  const people = await deps.recipients.find(tx, [menteeId, mentorId], 'bookings')
  const mentee = people.get(menteeId)
  const mentor = people.get(mentorId)
  if (!mentee || !mentor) return
  const { kind, text, link, mail, usefulUntil } = write(mentee, fullName(mentor))
  await deps.notifications.notify(tx, menteeId, { type: 'alert', content: text, link })
  if (!mentee.isWanted) return
  await deps.mails.add(tx, {
    to: mentee,
    kind,
    unsubscribeUrl: mentee.unsubscribeUrl,
    content: mail(`${deps.publicUrl()}${link}`),
    ...(usefulUntil ? { usefulUntil } : {}),
  })
}

const offered =
  ({ mentorId }: Pair, usefulUntil: Date): Write =>
  ({ firstName, timeZone }, mentorName) => {
    const until = formatShortMoment(usefulUntil, timeZone)
    return {
      kind: 'place-offered',
      text: `A place with ${mentorName} is free. It is kept for you until ${until}.`,
      link: profileOf(mentorId),
      mail: (profileUrl) => placeOfferedMail({ firstName, mentorName, profileUrl, until }),
      usefulUntil,
    }
  }

const over =
  ({ mentorId }: Pair): Write =>
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
