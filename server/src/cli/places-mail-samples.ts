import { placeOfferedMail, placeOfferOverMail, waitlistClosedMail } from '../features/places/places.mails.ts'
import { timeRequestedMail, timeRequestOverMail } from '../features/time-requests/time-requests.mails.ts'
import type { MailContent } from '../platform/mail/render.ts'

const url = 'https://marga.example'
const waiting = {
  firstName: 'Asha',
  mentorName: 'Vikram Iyer',
  profileUrl: `${url}/mentees/browse/mentor/profile/0199aa00-0000-7000-8000-000000000003`,
}

/** Of places and of times that are asked for. */
export const placesMailSamples: Record<string, MailContent> = {
  'place-offered': placeOfferedMail({
    ...waiting,
    until: 'Tuesday, November 24th 2026, 5:30 pm (India Standard Time, Asia/Kolkata)',
  }),
  'place-offer-over': placeOfferOverMail(waiting),
  'waitlist-closed': waitlistClosedMail({ ...waiting, browseUrl: `${url}/mentees/browse` }),
  'time-requested': timeRequestedMail({
    firstName: 'Vikram',
    menteeName: 'Asha Rao',
    minutes: 60,
    times: [
      'Tuesday, November 24th 2026, 5:30 pm (India Standard Time, Asia/Kolkata)',
      'Wednesday, November 25th 2026, 7:00 am (India Standard Time, Asia/Kolkata)',
    ],
    text: 'I have an interview on Friday. Could we talk it through before?',
    schedulerUrl: `${url}/mentors/scheduler`,
  }),
  'time-request-over': timeRequestOverMail({
    firstName: 'Asha',
    sentence: 'Vikram cannot make any of the times you asked for.',
    action: { label: 'See the open times', url: `${url}/mentees/schedules` },
  }),
}
