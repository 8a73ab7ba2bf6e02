import type { MailContent } from '../../platform/mail/render.ts'

export type VacationLetter = {
  firstName: string
  otherName: string
  from: string
  backOn: string
  url: string
}

/** To mentees with a live subscription. Days are written out, "Monday, November 23rd 2026". */
export const vacationMail = ({ firstName, otherName, from, backOn, url }: VacationLetter): MailContent => ({
  subject: `${otherName} is on vacation from ${from}`,
  preview: `Back on ${backOn}.`,
  greeting: `Dear ${firstName},`,
  paragraphs: [
    `${otherName} is on vacation from ${from} and back on ${backOn}.`,
    'Sessions that you have booked stay booked. Until then an answer to your messages may take longer than 24 hours.',
  ],
  action: { label: `See the times of ${otherName}`, url },
})
