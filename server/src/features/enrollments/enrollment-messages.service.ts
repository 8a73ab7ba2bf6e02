import { formatPlainDate } from '../../platform/date-format.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { MailKind } from '../../platform/mail/mail-kinds.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { MailContent } from '../../platform/mail/render.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { MailRecipient, MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { NewNotification } from '../notifications/grouping.rules.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import { subscriberChangedMail } from './enrollments.mails.ts'
import type { EnrollmentRow } from './enrollments.queries.ts'
import { renewalOf } from './enrollments.rules.ts'

type Deps = {
  mails: MailQueue
  recipients: MailRecipients
  notifications: Notifications
  publicUrl: () => string
}
type Pair = { mentee: MailRecipient; mentor: MailRecipient }
export type MenteeMail = {
  kind: MailKind
  notice: (mentorName: string) => string
  content: (about: { mentee: MailRecipient; mentorName: string; subscriptionsUrl: string }) => MailContent
}
type RowMail = { row: EnrollmentRow; mail: MenteeMail }
/** `until`: when what is paid goes, in the reader's own zone. */
type MenteeWords = (of: { mentorName: string; until: string }) => string
type MentorWords = (of: { name: string; until: string }) => string

const link = '/mentees/subscribed-mentors'
const mentorLink = '/mentors/subscribed-mentees'

/** How the two people of an enrollment are told of it: by a notice at once, and by a mail. */
export function createEnrollmentMessages(deps: Deps) {
  return {
    pairOf: (tx: Tx, row: EnrollmentRow) => pairOf(deps, tx, row),
    mailMentee: (tx: Tx, row: EnrollmentRow, mail: MenteeMail) => mailMentees(deps, tx, [{ row, mail }]),
    /** The same for many, by a few statements. */
    mailMentees: (tx: Tx, mails: readonly RowMail[]) => mailMentees(deps, tx, mails),
    notifyMentee: (
      tx: Tx,
      row: EnrollmentRow,
      words: MenteeWords,
      given?: Pick<NewNotification, 'isOwnAct'>,
    ) => notifyMentee(deps, tx, row, words, given),
    tellMentor: (tx: Tx, row: EnrollmentRow, words: MentorWords) => tellMentor(deps, tx, row, words),
  }
}
export type EnrollmentMessages = ReturnType<typeof createEnrollmentMessages>

async function pairOf({ recipients }: Deps, tx: Tx, row: EnrollmentRow): Promise<Pair | undefined> {
  const people = await recipients.find(tx, [row.menteeId, row.mentorId], 'payments')
  const mentee = people.get(row.menteeId)
  const mentor = people.get(row.mentorId)
  return mentee && mentor && { mentee, mentor }
}

async function mailMentees(deps: Deps, tx: Tx, all: readonly RowMail[]) {
  const { recipients, notifications, mails, publicUrl } = deps
  const ids = new Set(all.flatMap(({ row }) => [row.menteeId, row.mentorId]))
  const people = await recipients.find(tx, [...ids], 'payments')
  const told = all.flatMap(({ row, mail }) => {
    const [mentee, mentor] = [people.get(row.menteeId), people.get(row.mentorId)]
    return mentee && mentor ? [{ mail, mentee, mentorName: fullName(mentor) }] : []
  })
  await notifications.notifyAll(
    tx,
    told.map(({ mail, mentee, mentorName }) => ({
      ...{ accountId: mentee.id, type: 'alert' as const, link },
      content: mail.notice(mentorName),
    })),
  )
  await mails.addAll(
    tx,
    told
      .filter(({ mentee }) => mentee.isWanted)
      .map(({ mail, mentee, mentorName }) => ({
        to: mentee,
        kind: mail.kind,
        unsubscribeUrl: mentee.unsubscribeUrl,
        content: mail.content({ mentee, mentorName, subscriptionsUrl: `${publicUrl()}${link}` }),
      })),
  )
}

/** What does not renew ends with what is paid; what does goes on through a pause. */
const endOf = (row: EnrollmentRow) => (row.status === 'active' ? renewalOf(row) : row.periodEnd)

/** The mentee is told by a receipt or has done it themselves: only a notice is left to look it up. */
async function notifyMentee(
  deps: Deps,
  tx: Tx,
  row: EnrollmentRow,
  words: MenteeWords,
  given: Pick<NewNotification, 'isOwnAct'> = {},
) {
  const pair = await pairOf(deps, tx, row)
  if (!pair) return
  const until = formatPlainDate(endOf(row), pair.mentee.timeZone)
  const content = words({ mentorName: fullName(pair.mentor), until })
  await deps.notifications.notify(tx, row.menteeId, { type: 'alert', content, link, ...given })
}

/** To the mentor, of what became of a subscription to them. */
async function tellMentor(deps: Deps, tx: Tx, row: EnrollmentRow, words: MentorWords) {
  const pair = await pairOf(deps, tx, row)
  if (!pair) return
  const { mentor, mentee } = pair
  const sentence = words({ name: fullName(mentee), until: formatPlainDate(endOf(row), mentor.timeZone) })
  await deps.notifications.notify(tx, row.mentorId, { type: 'alert', content: sentence, link: mentorLink })
  // Who is shut out teaches nobody meanwhile, and has no list of them to look at.
  if (!mentor.isWanted || mentor.isShutOut) return
  await deps.mails.add(tx, {
    to: mentor,
    kind: 'subscriber-changed',
    unsubscribeUrl: mentor.unsubscribeUrl,
    content: subscriberChangedMail({
      firstName: mentor.firstName,
      sentence,
      menteesUrl: `${deps.publicUrl()}${mentorLink}`,
    }),
  })
}
