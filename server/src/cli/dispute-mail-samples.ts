import {
  answerWantedMail,
  disputeSettledMail,
  endedBySilenceMail,
} from '../features/disputes/disputes.mails.ts'
import { refundMail } from '../features/enrollments/enrollments.mails.ts'
import type { MailContent } from '../platform/mail/render.ts'

const url = 'https://marga.example'

/** Of contests and refund requests. */
export const disputeMailSamples: Record<string, MailContent> = {
  'silence-refund': endedBySilenceMail({
    firstName: 'Vikram',
    otherName: 'Asha',
    amountRupees: 4500,
    url: `${url}/mentors/subscribed-mentees`,
  }),
  contest: answerWantedMail({
    firstName: 'Vikram',
    what: 'Asha says that your session on Mon 23 Nov, 5:30 pm was recorded wrongly.',
    text: 'I waited in the room for twenty minutes, and nobody came.',
    deadline:
      'Please answer by Thursday, November 26th 2026, 7:00 pm (India Standard Time, Asia/Kolkata). If you do not, it counts as agreed.',
    isReminder: false,
    url: `${url}/mentors/contests?contest=0199aa00-0000-7000-8000-000000000001`,
  }),
  'contest-settled': disputeSettledMail({
    firstName: 'Asha',
    subject: 'Your contested session on Monday, November 23rd 2026',
    result: 'Vikram agreed: your session on Mon 23 Nov, 5:30 pm now counts as missed by Vikram.',
    reason: null,
    call: 'The call is yours again, until Wednesday, December 23rd 2026. You have 4 calls left this month.',
    label: 'See the session',
    url: `${url}/mentees/booked-slots?contest=0199aa00-0000-7000-8000-000000000001`,
  }),
  'refund-request': answerWantedMail({
    firstName: 'Vikram',
    what: 'Asha asks for a refund of ₹3,000.',
    text: 'My plans have changed, and I will not have the time for the rest of this month.',
    deadline:
      'If you agree, the subscription ends. Please answer by Thursday, November 26th 2026, 7:00 pm (India Standard Time, Asia/Kolkata); if you do not, a moderator decides.',
    isReminder: true,
    url: `${url}/mentors/contests?refund=0199aa00-0000-7000-8000-000000000001`,
  }),
  'refund-goodwill': refundMail({
    firstName: 'Asha',
    mentorName: 'Vikram Iyer',
    amountRupees: 500,
    why: 'goodwill',
    subscriptionsUrl: `${url}/mentees/subscribed-mentors`,
  }),
  'refund-settled': disputeSettledMail({
    firstName: 'Vikram',
    subject: 'The refund request of Asha',
    result: 'You agreed to the refund for Asha. The subscription has ended, and ₹3,000 goes back.',
    reason: null,
    call: null,
    label: 'See the request',
    url: `${url}/mentors/contests?refund=0199aa00-0000-7000-8000-000000000001`,
  }),
  'dispute-decided': disputeSettledMail({
    firstName: 'Asha',
    subject: 'Your refund request',
    result: 'A moderator refused the refund of your subscription to Vikram. The subscription goes on.',
    reason: 'Two sessions took place this month, and both of you were there.',
    call: null,
    label: 'See my subscriptions',
    url: `${url}/mentees/subscribed-mentors`,
  }),
}
