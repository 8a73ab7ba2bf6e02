import type { MailContent } from '../../platform/mail/render.ts'

const starsOf = (rating: number) => (rating === 1 ? '1 star' : `${rating} stars`)

/** What the notice says, and what the mail is about. */
export const reviewWords = (of: { menteeFirstName: string; rating: number; isNew: boolean }) =>
  of.isNew
    ? `${of.menteeFirstName} reviewed you: ${starsOf(of.rating)}`
    : `${of.menteeFirstName} changed their review of you: ${starsOf(of.rating)}`

export const reviewMail = (of: {
  firstName: string
  menteeFirstName: string
  rating: number
  text: string
  isNew: boolean
  reviewsUrl: string
}): MailContent => ({
  subject: reviewWords(of),
  preview: 'You can reply to it on your profile page.',
  greeting: `Dear ${of.firstName},`,
  paragraphs: [`${reviewWords(of)}.`, of.text],
  action: { label: 'Read and reply', url: of.reviewsUrl },
})
