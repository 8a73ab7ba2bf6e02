import type { CreditOutcome } from '@marga/contract/session-credit-cases'
import { movedMail, proposalMail } from '../features/slots/moves.mails.ts'
import {
  bookedMail,
  cancelledCallText,
  cancelledMail,
  reminderMail,
  type SessionOfMail,
} from '../features/slots/slots.mails.ts'
import { digestMail } from '../platform/mail/mail-digests.ts'
import type { MailContent } from '../platform/mail/render.ts'

const url = 'https://marga.example'
const timeZone = 'Asia/Kolkata'
const start = new Date('2026-11-23T12:00:00.000Z')
const room = `${url}/mentees/connect/live/0199aa00-0000-7000-8000-000000000001`
const session: SessionOfMail = {
  type: 'session',
  start,
  end: new Date('2026-11-23T13:00:00.000Z'),
  topic: 'How to lead a team for the first time',
  firstName: 'Asha',
  timeZone,
  otherName: 'Vikram Iyer',
}
const intro: SessionOfMail = { ...session, type: 'intro', topic: null, timeZone: 'Europe/Berlin' }
const returned: CreditOutcome = {
  effect: 'returned',
  usableUntil: '2026-12-23T10:00:00.000Z',
  refundRupees: 0,
  noRefund: null,
  bonusUntil: '2027-01-22T10:00:00.000Z',
  balance: {
    callsLeft: 3,
    extraCalls: [{ count: 1, usableUntil: '2027-01-22T10:00:00.000Z', source: 'bonus' }],
  },
}

/** Of sessions and intro calls. */
export const slotMailSamples: Record<string, MailContent> = {
  booked: bookedMail(session, true, room),
  'booked-intro-for-mentor': bookedMail(
    { ...intro, firstName: 'Vikram', otherName: 'Asha Rao' },
    false,
    room,
  ),
  'cancelled-by-other': cancelledMail(
    session,
    { by: 'mentor', reader: 'mentee' },
    cancelledCallText({ call: returned }, timeZone),
    `${url}/mentees/booked-slots`,
  ),
  'cancelled-too-late': cancelledMail(
    session,
    { by: 'mentee', reader: 'mentee' },
    cancelledCallText({ call: { ...returned, effect: 'spent', bonusUntil: null } }, timeZone),
    `${url}/mentees/booked-slots`,
  ),
  'cancelled-mentor-gone': cancelledMail(
    intro,
    { by: 'mentor_blocked', reader: 'mentee' },
    undefined,
    `${url}/mentees/booked-slots`,
  ),
  'cancelled-mentor-suspended': cancelledMail(
    session,
    { by: 'mentor_suspended_late', reader: 'mentee' },
    cancelledCallText({ call: returned }, timeZone),
    `${url}/mentees/booked-slots`,
  ),
  'cancelled-unpaid': cancelledMail(
    session,
    { by: 'payment_refunded', reader: 'mentor' },
    undefined,
    `${url}/mentors/scheduler`,
  ),
  moved: movedMail(session, { from: start, movesLeft: 1, isOwnAct: false, isMentee: true }, room),
  'move-proposed': proposalMail(session, {
    starts: [start, new Date('2026-11-27T10:00:00.000Z')],
    text: 'I have to travel that day.',
    expiresAt: start,
    answerUrl: `${url}/mentees/booked-slots`,
  }),
  'reminder-24-hours': reminderMail(session, 24, room),
  'reminder-1-hour': reminderMail(session, 1, room),
  digest: digestMail(
    [
      bookedMail(session, true, room),
      cancelledMail(
        session,
        { by: 'mentee', reader: 'mentee' },
        cancelledCallText({ call: returned }, timeZone),
        `${url}/mentees/booked-slots`,
      ),
      bookedMail(session, true, room),
    ].map((content) => ({ subject: content.subject, content })),
  ),
}
