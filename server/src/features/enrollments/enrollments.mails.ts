import { limits } from '@marga/contract/limits'
import type { MailContent } from '../../platform/mail/render.ts'
import { dateWords } from '../calendar/time-words.rules.ts'

const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
})

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
  subject: `Receipt: ${rupees.format(of.amountRupees)} for mentoring with ${of.mentorName}`,
  preview: of.isRenewal ? 'Your subscription goes on for another month.' : 'Your subscription has begun.',
  greeting: `Dear ${of.firstName},`,
  paragraphs: [
    of.isRenewal
      ? `Your subscription to ${of.mentorName} has been renewed. You have ${limits.callsPerMonth} new calls.`
      : `Thank you for subscribing to ${of.mentorName}. You can book ${limits.callsPerMonth} calls in this period and ask as much as you like in the chat.`,
  ],
  facts: [
    ['Amount', rupees.format(of.amountRupees)],
    ['Paid on', dateWords(of.paidAt, of.timeZone)],
    ['Period', `${dateWords(of.periodStart, of.timeZone)} to ${dateWords(of.periodEnd, of.timeZone)}`],
    ['Receipt number', of.number],
  ],
  action: { label: 'See my subscriptions', url: of.subscriptionsUrl },
})
