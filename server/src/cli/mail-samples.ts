import {
  googleJoinedMail,
  moderatorPasswordChangedMail,
  newDeviceMail,
  passwordChangedMail,
  passwordRemovedMail,
  resetCodeMail,
  twoStepMail,
  verificationMail,
} from '../features/accounts/accounts.mails.ts'
import { vacationMail } from '../features/availability/vacations.mails.ts'
import { unreadMail } from '../features/chat/chat.mails.ts'
import {
  paymentFailedMail,
  receiptMail,
  refundDisputedMail,
  refundFailedMail,
  refundMail,
  renewalStoppedMail,
  subscriberChangedMail,
  subscriptionEndedMail,
} from '../features/enrollments/enrollments.mails.ts'
import { applicationReceivedMail, applyAgainMail } from '../features/mentors/mentors.mails.ts'
import {
  answerDueMail,
  answerLateMail,
  silenceMail,
} from '../features/response-times/response-times.mails.ts'
import { reviewMail } from '../features/reviews/reviews.mails.ts'
import { lapsingCallsMail } from '../features/session-credits/session-credits.mails.ts'
import type { MailContent } from '../platform/mail/render.ts'
import { disputeMailSamples } from './dispute-mail-samples.ts'
import { moderationMailSamples } from './moderation-mail-samples.ts'
import { placesMailSamples } from './places-mail-samples.ts'
import { slotMailSamples } from './slot-mail-samples.ts'
import { vettingMailSamples } from './vetting-mail-samples.ts'

const url = 'https://marga.example'
const timeZone = 'Asia/Kolkata'
const subscriptionsUrl = `${url}/mentees/subscribed-mentors`
const payer = { firstName: 'Asha', mentorName: 'Vikram Iyer' }
const start = new Date('2026-11-23T12:00:00.000Z')
const waiting = {
  firstName: 'Vikram',
  otherName: 'Asha Rao',
  url: `${url}/mentors/connect/inbox/0199aa00-0000-7000-8000-000000000002`,
}
const receipt = {
  number: '0199AA00-7000',
  amountRupees: 106_000,
  paidAt: start,
  mentorName: 'Vikram Iyer',
  periodStart: start,
  periodEnd: new Date('2026-12-23T12:00:00.000Z'),
  firstName: 'Asha',
  timeZone,
  subscriptionsUrl: `${url}/mentees/subscribed-mentors`,
}

/** Every mail of the product as somebody would get it, to be looked at. */
export const mailSamples: Record<string, MailContent> = {
  'reset-code': resetCodeMail('Asha', '482915'),
  verification: verificationMail('Asha', `${url}/auth/verify-email?role=mentee&token=qWfVZ2k0b9Qm3yq7`),
  ...disputeMailSamples,
  'answer-due': answerDueMail({
    ...waiting,
    due: 'Tuesday, November 24th 2026, 5:30 pm (India Standard Time, Asia/Kolkata)',
  }),
  'answer-late': answerLateMail({
    ...waiting,
    asked: 'Monday, November 23rd 2026, 5:30 pm (India Standard Time, Asia/Kolkata)',
  }),
  'answer-missing': silenceMail({
    firstName: 'Asha',
    otherName: 'Vikram Iyer',
    url: `${url}/mentees/connect/inbox/0199aa00-0000-7000-8000-000000000002`,
  }),
  vacation: vacationMail({
    firstName: 'Asha',
    otherName: 'Vikram Iyer',
    from: 'Monday, December 21st 2026',
    backOn: 'Monday, January 4th 2027',
    url: `${url}/mentees/schedules?mentor=0199aa00-0000-7000-8000-000000000001`,
  }),
  ...moderationMailSamples,
  'password-changed': passwordChangedMail('Asha'),
  'moderator-password-changed': moderatorPasswordChangedMail('Asha'),
  'password-changed-google-removed': passwordChangedMail('Asha', {
    hasLostGoogle: true,
    hasLostTwoStep: true,
  }),
  'two-step-on': twoStepMail('Asha', { isOn: true, resetUrl: `${url}/auth/mentee/forgotpassword` }),
  'two-step-off': twoStepMail('Asha', { isOn: false, resetUrl: `${url}/auth/mentee/forgotpassword` }),
  'two-step-on-moderator': twoStepMail('Asha', { isOn: true }),
  'google-joined': googleJoinedMail('Asha', `${url}/auth/mentee/forgotpassword`),
  'password-removed': passwordRemovedMail('Asha', `${url}/auth/mentee/forgotpassword`),
  'new-device': newDeviceMail('Asha', {
    device: 'Firefox on Windows',
    at: start,
    timeZone,
    settingsUrl: `${url}/mentees/settings`,
  }),
  'application-received': applicationReceivedMail('Vikram', {
    statusUrl: `${url}/auth/application?token=qWfVZ2k0b9Qm3yq7`,
    confirmUrl: `${url}/auth/verify-email?role=mentor&token=b9Qm3yq7qWfVZ2k0`,
  }),
  'application-received-again': applicationReceivedMail('Vikram', {
    statusUrl: `${url}/auth/application?token=qWfVZ2k0b9Qm3yq7`,
  }),
  'apply-again': applyAgainMail('Vikram', `${url}/auth/mentor-register?again=qWfVZ2k0b9Qm3yq7`),
  ...vettingMailSamples,
  ...placesMailSamples,
  ...slotMailSamples,
  receipt: receiptMail({ ...receipt, isRenewal: false }),
  'receipt-of-renewal': receiptMail({ ...receipt, isRenewal: true }),
  'payment-failed': paymentFailedMail({
    ...payer,
    timeZone,
    amountRupees: 6000,
    accessUntil: new Date('2026-11-26T12:00:00.000Z'),
    isShutOut: false,
    paymentUrl: `${url}/mentees/subscribed-mentors`,
  }),
  'subscription-ended-unpaid': subscriptionEndedMail({
    ...payer,
    reason: 'unpaid',
    canReturn: true,
    subscriptionsUrl,
  }),
  'refund-failed': refundFailedMail({ ...payer, amountRupees: 3200, subscriptionsUrl }),
  'refund-disputed': refundDisputedMail({ ...payer, amountRupees: 3200, subscriptionsUrl }),
  'subscription-ended': subscriptionEndedMail({
    ...payer,
    reason: 'mentor_gone',
    canReturn: false,
    subscriptionsUrl,
  }),
  'calls-lapse': lapsingCallsMail({
    firstName: payer.firstName,
    mentorName: payer.mentorName,
    count: 3,
    until: 'December 1st 2026',
    carriedOver: { of: 3, isAmongThese: true },
    balance: 'You have 3 calls left this month.',
    bookUrl: subscriptionsUrl,
  }),
  refund: refundMail({ ...payer, amountRupees: 6000, why: 'not_owed', subscriptionsUrl }),
  'refund-call': refundMail({ ...payer, amountRupees: 1500, why: 'call', subscriptionsUrl }),
  'refund-asked-for': refundMail({ ...payer, amountRupees: 3000, why: 'asked_for', subscriptionsUrl }),
  'refund-mentor-gone': refundMail({ ...payer, amountRupees: 4100, why: 'mentor_gone', subscriptionsUrl }),
  'renewal-stopped': renewalStoppedMail({
    firstName: 'Asha',
    timeZone,
    subscriptions: [{ mentorName: 'Vikram Iyer', paidUntil: start }],
  }),
  'subscriber-changed': subscriberChangedMail({
    firstName: 'Vikram',
    sentence: 'Asha Rao cancelled their subscription, which ends on December 23rd 2026.',
    menteesUrl: `${url}/mentors/subscribed-mentees`,
  }),
  review: reviewMail({
    firstName: 'Vikram',
    menteeFirstName: 'Asha',
    rating: 5,
    text: 'Vikram read my design twice and asked the questions that my team had not.',
    isNew: true,
    reviewsUrl: `${url}/mentors/profile#reviews`,
  }),
  'unread-one': unreadMail('Asha', 'Vikram Iyer', 1, `${url}/mentees/connect/inbox`),
  'unread-many': unreadMail(
    'Asha',
    'Thiruvananthapuram Venkatanarasimharajuvaripeta-Iyer',
    12,
    `${url}/mentees/connect/inbox`,
  ),
}

/** About the account itself: these always go, so they carry no way to end them. */
export const securityMails: ReadonlySet<string> = new Set([
  'reset-code',
  'verification',
  'password-changed',
  'moderator-password-changed',
  'password-changed-google-removed',
  'google-joined',
  'moderators-changed',
  'two-step-on',
  'two-step-off',
  'two-step-on-moderator',
  'password-removed',
  'new-device',
  'application-received',
  'application-received-again',
  'apply-again',
  'application-accepted',
  'application-refused',
  'application-accepted-on-probation',
  'applicant-asked',
  'probation-ended',
  'moderator-invitation',
  'renewal-stopped',
  'dispute-decided',
])
