import { limits } from '@marga/contract/limits'
import { roleHome } from '@marga/contract/roles'
import { after, type Clock, hoursMs } from '../../platform/clock.ts'
import { formatMoment, formatShortMoment } from '../../platform/date-format.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { MailKind } from '../../platform/mail/mail-kinds.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { MailContent } from '../../platform/mail/render.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { MailRecipient, MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import { answerReminderTag } from '../notifications/push-grouping.rules.ts'
import type { PushNotifications } from '../notifications/push-notifications.service.ts'
import { answerDueMail, answerLateMail, silenceMail } from './response-times.mails.ts'
import type { AnswerStep, WaitingColumns } from './waiting.rules.ts'

type Deps = {
  clock: Clock
  mails: MailQueue
  recipients: MailRecipients
  notifications: Notifications
  pushNotifications: PushNotifications
  publicUrl: () => string
}
type Question = WaitingColumns & { id: string; mentorId: string; menteeId: string }
type People = { mentor: MailRecipient; mentee: MailRecipient }
type Told = { to: MailRecipient; content: string; mail?: { kind: MailKind; content: MailContent } }

/** What is said of a question that waits: to the mentor before it is late, then to both. */
export function createResponseNotifications(deps: Deps) {
  return {
    tell: (tx: Tx, kind: AnswerStep, question: Question) => tell(deps, tx, kind, question),
  }
}
export type ResponseNotifications = ReturnType<typeof createResponseNotifications>

const tellBy = { nudge: tellNudge, late: tellLate, remedy: tellRemedy } as const

async function tell(deps: Deps, tx: Tx, kind: AnswerStep, question: Question) {
  const people = await deps.recipients.find(tx, [question.mentorId, question.menteeId], 'messages')
  const mentor = people.get(question.mentorId)
  const mentee = people.get(question.menteeId)
  if (mentor && mentee) await tellBy[kind](deps, tx, question, { mentor, mentee })
}

/** By whatever the mentor allows; not at night, which the moment has been chosen for. */
async function tellNudge(deps: Deps, tx: Tx, question: Question, { mentor, mentee }: People) {
  const due = question.answerDueAt!
  const { timeZone, firstName } = mentor
  await send(deps, tx, question, {
    to: mentor,
    content: `${mentee.firstName} waits for your answer, until ${formatShortMoment(due, timeZone)}`,
    mail: {
      kind: 'answer-due',
      content: answerDueMail({
        firstName,
        otherName: fullName(mentee),
        url: urlOf(deps, question, mentor),
        due: formatMoment(due, timeZone),
      }),
    },
  })
  await deps.pushNotifications.add(tx, [
    {
      accountId: mentor.id,
      kind: 'messages',
      notice: {
        title: mentee.firstName,
        body: `waits for your answer, until ${formatShortMoment(due, timeZone)}`,
        path: pathOf(question, mentor),
        tag: answerReminderTag(question.id),
      },
      usefulUntil: due < deps.clock.now() ? after(deps.clock.now(), hoursMs(1)) : due,
    },
  ])
}

async function tellLate(deps: Deps, tx: Tx, question: Question, { mentor, mentee }: People) {
  const since = question.waitingSince!
  await send(deps, tx, question, {
    to: mentor,
    content: `Your answer to ${mentee.firstName} is late: asked ${formatShortMoment(since, mentor.timeZone)}`,
    mail: {
      kind: 'answer-late',
      content: answerLateMail({
        firstName: mentor.firstName,
        otherName: fullName(mentee),
        url: urlOf(deps, question, mentor),
        asked: formatMoment(since, mentor.timeZone),
      }),
    },
  })
  await send(deps, tx, question, {
    to: mentee,
    content: `${mentor.firstName} has not answered within ${limits.answerHours} hours; we have told ${mentor.firstName} so`,
  })
}

async function tellRemedy(deps: Deps, tx: Tx, question: Question, { mentor, mentee }: People) {
  await send(deps, tx, question, {
    to: mentee,
    content: `${mentor.firstName} has not answered for seven days: you may end the subscription with a refund`,
    mail: {
      kind: 'answer-missing',
      content: silenceMail({
        firstName: mentee.firstName,
        otherName: fullName(mentor),
        url: urlOf(deps, question, mentee),
      }),
    },
  })
}

const pathOf = ({ id }: Question, { role }: MailRecipient) =>
  `${roleHome[role as 'mentee' | 'mentor']}/connect/inbox/${id}`
const urlOf = ({ publicUrl }: Deps, question: Question, reader: MailRecipient) =>
  `${publicUrl()}${pathOf(question, reader)}`

/** Read with the conversation, like what is said of its messages. */
async function send({ mails, notifications }: Deps, tx: Tx, question: Question, { to, content, mail }: Told) {
  await notifications.notify(tx, to.id, {
    type: 'alert',
    content,
    conversationId: question.id,
    link: pathOf(question, to),
  })
  if (!mail || !to.isWanted) return
  await mails.add(tx, { to, unsubscribeUrl: to.unsubscribeUrl, ...mail })
}
