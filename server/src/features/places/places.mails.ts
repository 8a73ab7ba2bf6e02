import { limits } from '@marga/contract/limits'
import type { MailContent } from '../../platform/mail/render.ts'

type About = { firstName: string; mentorName: string; profileUrl: string }

/** @param until a moment, as the reader reads it */
export const placeOfferedMail = ({
  firstName,
  mentorName,
  profileUrl,
  until,
}: About & { until: string }): MailContent => ({
  subject: `A place with ${mentorName} is free`,
  preview: `It is kept for you until ${until}.`,
  greeting: `Dear ${firstName},`,
  paragraphs: [
    `You are next on the waitlist, and a place with ${mentorName} is free. It is kept for you until ${until}.`,
    `If you do not subscribe by then, the place is offered to the next person, and you leave the waitlist.`,
  ],
  action: { label: 'See the profile and subscribe', url: profileUrl },
})

export const placeOfferOverMail = ({ firstName, mentorName, profileUrl }: About): MailContent => ({
  subject: `Your place with ${mentorName} is no longer kept`,
  preview: 'You can join the waitlist again.',
  greeting: `Dear ${firstName},`,
  paragraphs: [
    `A place with ${mentorName} was kept for you for ${limits.placeOfferHours} hours, and that time is over. You are no longer on the waitlist.`,
    `If you still want a place, you can join the waitlist again on the profile. For ${limits.placeOfferAgainDays} days, places that become free are offered to others; one that is free for anyone you can take at any time.`,
  ],
  action: { label: 'See the profile', url: profileUrl },
})

export const waitlistClosedMail = ({
  firstName,
  mentorName,
  browseUrl,
}: Pick<About, 'firstName' | 'mentorName'> & { browseUrl: string }): MailContent => ({
  subject: `The waitlist for ${mentorName} is closed`,
  preview: `${mentorName} is no longer available as a mentor.`,
  greeting: `Dear ${firstName},`,
  paragraphs: [
    `${mentorName} is no longer available as a mentor, so the waitlist that you were on is closed. You were not charged anything.`,
  ],
  action: { label: 'Find another mentor', url: browseUrl },
})
