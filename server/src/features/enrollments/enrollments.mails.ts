import { limits } from '@marga/contract/limits'
import { formatRupees } from '@marga/contract/prices'
import { formatDate } from '../../platform/date-format.ts'
import type { MailContent } from '../../platform/mail/render.ts'

export type Receipt = {
  /** Ours: what a person quotes when asking about the payment. */
  number: string
  amountRupees: number
  paidAt: Date
  mentorName: string
  periodStart: Date
  periodEnd: Date
  isRenewal: boolean
  /** The reader. */
  firstName: string
  timeZone: string | null
  /** Where the product lists the subscription, and the way to cancel it. */
  subscriptionsUrl: string
}

export const receiptMail = (of: Receipt): MailContent => ({
  subject: `Receipt: ${formatRupees(of.amountRupees)} for mentoring with ${of.mentorName}`,
  preview: of.isRenewal
    ? 'Your subscription has been renewed for another month.'
    : 'Your subscription has started.',
  greeting: `Dear ${of.firstName},`,
  paragraphs: [
    of.isRenewal
      ? `Your subscription to ${of.mentorName} has been renewed. You have ${limits.callsPerMonth} new calls.`
      : `Thank you for subscribing to ${of.mentorName}. You can book ${limits.callsPerMonth} calls in this period and ask as much as you like in the chat.`,
  ],
  facts: [
    ['Amount', formatRupees(of.amountRupees)],
    ['Paid on', formatDate(of.paidAt, of.timeZone)],
    ['Period', `${formatDate(of.periodStart, of.timeZone)} to ${formatDate(of.periodEnd, of.timeZone)}`],
    ['Receipt number', of.number],
  ],
  action: { label: 'See my subscriptions', url: of.subscriptionsUrl },
})

type About = { firstName: string; mentorName: string }

/** `isShutOut`: a suspended mentee pays, and has neither chat nor sessions meanwhile. */
export const paymentFailedMail = (
  of: About & {
    timeZone: string | null
    amountRupees: number
    accessUntil: Date
    isShutOut: boolean
    paymentUrl: string
  },
): MailContent => ({
  subject: `Your payment for mentoring with ${of.mentorName} did not go through`,
  preview: `${of.isShutOut ? 'Please pay or confirm by' : 'You keep access until'} ${formatDate(of.accessUntil, of.timeZone)}.`,
  greeting: `Dear ${of.firstName},`,
  paragraphs: [
    `The payment of ${formatRupees(of.amountRupees)} for another month with ${of.mentorName} could not be made. Your bank may have declined it, or may want you to confirm it: in India every payment above ₹15,000 needs that.`,
    `Please pay or confirm by ${formatDate(of.accessUntil, of.timeZone)}. ${of.isShutOut ? 'Otherwise the subscription ends.' : 'You keep your chat and your sessions until then.'}`,
  ],
  action: { label: 'Pay or confirm', url: of.paymentUrl },
})

export const subscriptionEndedMail = (
  of: About & { reason: 'unpaid' | 'mentor_gone' | 'other'; canReturn: boolean; subscriptionsUrl: string },
): MailContent => ({
  subject: `Your subscription to ${of.mentorName} has ended`,
  preview: 'Nothing more will be charged.',
  greeting: `Dear ${of.firstName},`,
  paragraphs: [
    {
      unpaid: `The payment for another month with ${of.mentorName} was not made in time, so the subscription has ended.`,
      mentor_gone: `${of.mentorName} is no longer available as a mentor, so your subscription has ended.`,
      other: `Your subscription to ${of.mentorName} has ended, and your access with it.`,
    }[of.reason],
    of.canReturn
      ? `Nothing more will be charged. Your conversation stays readable, and you can subscribe again while ${of.mentorName} takes new mentees.`
      : 'Nothing more will be charged.',
  ],
  action: { label: 'See my subscriptions', url: of.subscriptionsUrl },
})

export const renewalStoppedMail = (of: {
  firstName: string
  timeZone: string | null
  /** With until when each is paid. */
  subscriptions: { mentorName: string; paidUntil: Date }[]
}): MailContent => ({
  subject: 'Your subscriptions will no longer renew',
  preview: 'Nothing more will be charged.',
  greeting: `Dear ${of.firstName},`,
  paragraphs: [
    'A moderator has blocked your account. Your booked sessions are cancelled, and your subscriptions do not renew. Nothing more will be charged; if a payment is still taken, you get it back.',
    'What you have already paid is not refunded. If you are unblocked before the paid month is over, you can use what is left of it, and choose whether the subscription continues.',
  ],
  facts: of.subscriptions.map(({ mentorName, paidUntil }) => [
    mentorName,
    `paid until ${formatDate(paidUntil, of.timeZone)}`,
  ]),
})

export type RefundReason = 'mentor_gone' | 'not_owed' | 'full' | 'call' | 'asked_for' | 'goodwill'

export const refundMail = (
  of: About & { amountRupees: number; why: RefundReason; subscriptionsUrl: string },
): MailContent => ({
  subject: `Refund: ${formatRupees(of.amountRupees)} for mentoring with ${of.mentorName}`,
  preview: 'It goes back the way you paid.',
  greeting: `Dear ${of.firstName},`,
  paragraphs: [
    {
      mentor_gone: `${of.mentorName} is no longer available as a mentor. Your subscription has ended, and what you had not used is refunded.`,
      not_owed: `A payment for ${of.mentorName} was taken that you did not owe. It is refunded in full.`,
      full: `Your payment for ${of.mentorName} arrived after the last place was taken, so there is no subscription. It is refunded in full. You can join the waitlist on the profile.`,
      call: `You had a call with ${of.mentorName} left that can no longer be booked, because your subscription is over. Its price is refunded.`,
      asked_for: `Your subscription to ${of.mentorName} has ended, and the refund that you asked for is granted.`,
      goodwill: `A moderator has decided that some of what you paid for mentoring with ${of.mentorName} goes back to you.`,
    }[of.why],
    `${formatRupees(of.amountRupees)} will go back the way you paid. Banks take up to ten days to show it.`,
  ],
  action: { label: 'See my subscriptions', url: of.subscriptionsUrl },
})

export const refundFailedMail = (
  of: About & { amountRupees: number; subscriptionsUrl: string },
): MailContent => ({
  subject: `Your refund of ${formatRupees(of.amountRupees)} did not arrive`,
  preview: 'The money is not lost. Please raise a ticket.',
  greeting: `Dear ${of.firstName},`,
  paragraphs: [
    `We sent ${formatRupees(of.amountRupees)} for ${of.mentorName} back the way you paid, and your bank returned it. That happens when a card or an account has been closed.`,
    'The money is still yours. The moderators have been told. Please raise a ticket that says how you can be paid.',
  ],
  action: { label: 'See my subscriptions', url: of.subscriptionsUrl },
})

/** Promised before the bank was asked for all of it. */
export const refundDisputedMail = (
  of: About & { amountRupees: number; subscriptionsUrl: string },
): MailContent => ({
  subject: `Your refund of ${formatRupees(of.amountRupees)} is with your bank now`,
  preview: 'You disputed the payment, so your bank decides about all of it.',
  greeting: `Dear ${of.firstName},`,
  paragraphs: [
    `We were about to send ${formatRupees(of.amountRupees)} for ${of.mentorName} back the way you paid. Before that, the payment was disputed at your bank, and nothing can be sent back of a payment while the bank decides about all of it.`,
    'If your bank decides against you, please raise a ticket, and the moderators will look at this refund again.',
  ],
  action: { label: 'See my subscriptions', url: of.subscriptionsUrl },
})

/** To a mentor: one sentence, which is what happened. */
export const subscriberChangedMail = (of: {
  firstName: string
  sentence: string
  menteesUrl: string
}): MailContent => ({
  subject: of.sentence.replace(/\.$/, ''),
  preview: 'Your list of mentees shows who is subscribed, and until when.',
  greeting: `Dear ${of.firstName},`,
  paragraphs: [of.sentence],
  action: { label: 'See my mentees', url: of.menteesUrl },
})
