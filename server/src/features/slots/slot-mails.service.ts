import { type MemberRole, roleHome } from '@marga/contract/roles'
import type { CreditOutcome } from '@marga/contract/session-credit-cases'
import type { Clock } from '../../platform/clock.ts'
import { formatShortMoment } from '../../platform/date-format.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { QueuedMail } from '../../platform/mail/mail.ts'
import type { MailKind } from '../../platform/mail/mail-kinds.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { MailContent } from '../../platform/mail/render.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { MailRecipient, MailRecipients, OptionalMail } from '../accounts/mail-recipients.service.ts'
import type { PushNotifications } from '../notifications/push-notifications.service.ts'
import { bookingIdOf } from './bookings.rules.ts'
import { writeInvitation } from './invitations.rules.ts'
import { movedMail, proposalMail } from './moves.mails.ts'
import {
  bookedMail,
  type CancelledBy,
  cancelledCallText,
  cancelledMail,
  reminderMail,
  type SessionOfMail,
} from './slots.mails.ts'
import { timeZonesOf } from './slots.queries.ts'

type Deps = {
  clock: Clock
  mails: MailQueue
  recipients: MailRecipients
  publicUrl: () => string
  productName: string
  /** The address that invites; people's own addresses stay unknown to each other. */
  organizerEmail: () => string
  pushNotifications: PushNotifications
}

export type Meeting = {
  id: string
  type: 'session' | 'intro'
  mentorId: string
  menteeId: string
  startsAt: Date
  endsAt: Date
  topic: string | null
  bookingId: string | null
  calendarSequence: number
}
/** `call`: what has become of it; null of an intro call. `isEndingEarly`: the subscription ends too, with a refund. */
type Cancellation = {
  by: CancelledBy
  call: CreditOutcome | null
  isEndingEarly?: boolean
}

export type Cancelled = Cancellation & { meeting: Meeting }

type Written = { content: MailContent; method?: 'REQUEST' | 'CANCEL'; usefulUntil?: Date }
type Reader = { role: MemberRole; person: MailRecipient; session: SessionOfMail; roomUrl: string }
type Move = { from: Date; by: MemberRole; movesLeft: number }
type Proposal = Parameters<typeof proposalMail>[1]

/** Mails about a session, to both people, each in the reader's own time zone. */
export function createSlotMails(deps: Deps) {
  return {
    /** `by`: the mentor where a time is taken that the mentee has asked for. */
    booked: (tx: Tx, meeting: Meeting, by: MemberRole) => mailBooked(deps, tx, meeting, by),
    /** Of many by a few statements. */
    cancelled: (tx: Tx, cancelled: readonly Cancelled[]) => mailCancelled(deps, tx, cancelled),
    moved: (tx: Tx, meeting: Meeting, move: Move) => mailMoved(deps, tx, meeting, move),
    proposed: (tx: Tx, meeting: Meeting, readerId: string, proposal: Proposal) =>
      mailProposed(deps, tx, meeting, readerId, proposal),
    reminder: (tx: Tx, meeting: Meeting, accountId: string, hoursBefore: number) =>
      remind(deps, tx, meeting, accountId, hoursBefore),
  }
}
export type SlotMails = ReturnType<typeof createSlotMails>

const mailBooked = (deps: Deps, tx: Tx, meeting: Meeting, by: MemberRole) =>
  send(deps, tx, { preference: 'bookings', name: 'booked' }, [
    {
      meeting,
      write: ({ role, session, roomUrl }) => ({
        content: bookedMail(session, role === 'mentee' || by === 'mentor', roomUrl),
        method: 'REQUEST',
      }),
    },
  ])

const mailCancelled = (deps: Deps, tx: Tx, cancelled: readonly Cancelled[]) =>
  send(
    deps,
    tx,
    { preference: 'bookings', name: 'cancelled' },
    cancelled.map(({ meeting, by, ...of }) => ({
      meeting,
      write: ({ role, session }) => ({
        content: cancelledMail(
          session,
          { by, reader: role },
          role === 'mentee' ? cancelledCallText(of, session.timeZone) : undefined,
          `${deps.publicUrl()}${role === 'mentee' ? '/mentees/booked-slots' : '/mentors/scheduler'}`,
        ),
        method: 'CANCEL',
      }),
    })),
  )

const mailMoved = (deps: Deps, tx: Tx, meeting: Meeting, of: Move) =>
  send(deps, tx, { preference: 'bookings', name: 'moved' }, [
    {
      meeting,
      write: ({ role, session, roomUrl }) => ({
        content: movedMail(
          session,
          { ...of, isOwnAct: of.by === role, isMentee: role === 'mentee' },
          roomUrl,
        ),
        method: 'REQUEST',
      }),
    },
  ])

/** To the one who is to choose. */
const mailProposed = (deps: Deps, tx: Tx, meeting: Meeting, readerId: string, of: Proposal) =>
  send(deps, tx, { preference: 'bookings', name: 'move-proposed' }, [
    {
      meeting,
      only: readerId,
      write: ({ session }) => ({ content: proposalMail(session, of), usefulUntil: of.expiresAt }),
    },
  ])

/** To one of the two, as the caller knows; the moment is named, since a device that is off shows it the day after. */
async function remind(deps: Deps, tx: Tx, meeting: Meeting, accountId: string, hoursBefore: number) {
  await send(deps, tx, { preference: 'reminders', name: 'reminder' }, [
    {
      meeting,
      only: accountId,
      write: ({ session, roomUrl }) => ({
        content: reminderMail(session, hoursBefore, roomUrl),
        usefulUntil: meeting.startsAt,
      }),
    },
  ])
  const role = accountId === meeting.menteeId ? 'mentee' : 'mentor'
  const zone = (await timeZonesOf(tx, [accountId])).get(accountId) ?? null
  await deps.pushNotifications.add(tx, [
    {
      accountId,
      kind: 'reminders',
      notice: {
        title: meeting.type === 'intro' ? 'Intro call' : 'Session',
        body: `Begins ${formatShortMoment(meeting.startsAt, zone)}`,
        path: roomPathOf(role, meeting),
        tag: meeting.id,
      },
      usefulUntil: meeting.startsAt,
    },
  ])
}

/** A mail about a meeting, to both people or to `only` one of them. */
type SlotMail = { meeting: Meeting; write: (reader: Reader) => Written; only?: string }

async function send(
  deps: Deps,
  tx: Tx,
  kind: { preference: OptionalMail; name: MailKind },
  mails: readonly SlotMail[],
) {
  const ids = new Set(mails.flatMap(({ meeting: { menteeId, mentorId } }) => [menteeId, mentorId]))
  const people = await deps.recipients.find(tx, [...ids], kind.preference)
  const queued = mails.flatMap(({ meeting, write, only }): QueuedMail[] =>
    (only ? [only] : [meeting.menteeId, meeting.mentorId]).flatMap((id) => {
      const reader = readerOf(deps, meeting, people, id)
      return reader ? [mailTo(deps, meeting, reader, kind.name, write(reader))] : []
    }),
  )
  await deps.mails.addAll(tx, queued)
}

/** One of the two, who wants such mails, and the session as this one sees it. */
function readerOf(
  { publicUrl }: Deps,
  meeting: Meeting,
  people: Map<string, MailRecipient>,
  id: string,
): Reader | undefined {
  const person = people.get(id)
  const other = people.get(id === meeting.menteeId ? meeting.mentorId : meeting.menteeId)
  if (!person?.isWanted || !other) return undefined
  const role = id === meeting.menteeId ? 'mentee' : 'mentor'
  const session: SessionOfMail = {
    type: meeting.type,
    start: meeting.startsAt,
    end: meeting.endsAt,
    topic: meeting.topic,
    firstName: person.firstName,
    timeZone: person.timeZone,
    otherName: fullName(other),
  }
  return { role, person, session, roomUrl: `${publicUrl()}${roomPathOf(role, meeting)}` }
}

const roomPathOf = (role: MemberRole, meeting: Meeting) => `${roleHome[role]}/connect/live/${meeting.id}`

function mailTo(
  deps: Deps,
  meeting: Meeting,
  reader: Reader,
  kind: MailKind,
  { content, method, usefulUntil }: Written,
): QueuedMail {
  return {
    to: reader.person,
    kind,
    content,
    unsubscribeUrl: reader.person.unsubscribeUrl,
    // What changes the entry of a calendar, in its order; a reminder waits for nothing.
    ...(method
      ? {
          about: `booking ${bookingIdOf(meeting)}`,
          attachments: [invitationOf(deps, meeting, reader, method)],
        }
      : {}),
    ...(usefulUntil ? { usefulUntil } : {}),
  }
}

const invitationOf = (
  { clock, publicUrl, productName, organizerEmail }: Deps,
  meeting: Meeting,
  { person, session, roomUrl }: Reader,
  method: 'REQUEST' | 'CANCEL',
) =>
  writeInvitation(meeting, {
    ...{ method, productName, roomUrl, publicUrl: publicUrl(), now: clock.now() },
    otherName: session.otherName,
    organizerEmail: organizerEmail(),
    attendee: { name: fullName(person), email: person.email },
  })
