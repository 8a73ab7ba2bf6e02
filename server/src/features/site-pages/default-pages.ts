import { limits } from '@marga/contract/limits'
import type { SitePageName } from '@marga/contract/site-pages'

export type Operator = {
  productName: string
  contactEmail: string | null
  grievanceOfficer: string | null
  grievanceEmail: string | null
}

const first = { version: '1', date: '2026-11-23' }
/** Of the texts below: to be raised with each change of what one says. */
export const defaultVersions: Record<SitePageName, typeof first> = {
  terms: first,
  privacy: { version: '3', date: '2026-11-29' },
  refunds: { version: '2', date: '2026-11-29' },
  grievance: first,
  cookies: { version: '3', date: '2026-11-29' },
}

const writeTo = (email: string | null) =>
  email ? `[${email}](mailto:${email})` : 'us by the [contact page](/contact)'

const terms = ({ productName }: Operator) => `# Terms of use

These are the terms between you and the operator of ${productName}.

## What we offer
${productName} brings mentees and mentors together. A subscription is with one mentor, for one month at a time, and holds ${limits.callsPerMonth} calls of up to ${limits.sessionMinutes} minutes and questions by chat. Mentors are not employed by us. Their advice is their own.

## Your account
- Give your real name and an email address that you read.
- Keep your password to yourself. You can see and end every signed-in device in your settings.
- You can delete your account at any time in your settings.

## Paying
You see the price of a month before you pay. It renews each month until you cancel. If you cancel, you keep access until the end of the month that is paid. What goes back, and when, is told under [refunds](/refunds).

## How we treat each other
The [code of conduct](/code-of-conduct) is part of these terms. Moderators can warn, restrict, suspend or block people who break it. You can appeal once within 14 days of a decision.

## Words and pictures
What you write stays yours. You allow us to show it to the people you wrote it for: a review or a profile to everyone, a message to the people in the conversation.

## Changes
This page has a version and a date. We keep which version you agreed to when you signed up.`

const privacy = ({ productName, contactEmail }: Operator) => `# Privacy

What ${productName} knows about you, why, and what you can do about it.

## What we keep
- **Your account:** name, email address, telephone number, password (as a hash that cannot be turned back), picture, time zone and what you write about yourself.
- **What you do here:** subscriptions, payments, bookings, messages, notes, reviews and tickets.
- **How you sign in:** your devices by name, and when they were last seen.
- **Sessions:** when each person was in the room. Picture and sound go directly from one person to the other, or through our relay. We do not record them. For the direct way each browser gives the other its network address, from which a rough place can be read.

## Who sees it
- **Mentors and mentees** see each other’s first name, last name and picture, whether the other is there or was last, and whether a message was seen; never the email address or telephone number. Mentors also see what a mentee writes about themselves and wants to learn. Subscribers of one mentor see each other in the mentor’s community.
- **Everyone** sees the profile of a mentor, and reviews with the first name and picture of who wrote them.
- **Moderators** can find every account with its email address and telephone number, and what is known of it; messages where a case is about them. Who looks at messages is written to a log.
- **The payment provider** gets the name and email address of a mentee who subscribes, and the payment details, which never reach us. A mentor’s name stands there beside the price.
- **Others, where you use them:** Google, if you sign in with it, and the maker of your browser, which passes on notices to a device. Pictures may lie with a service that keeps files for us.

## What you can do
- **See it:** your settings have an export of what you gave us and did here, and of decisions about you. Not in it are picture files, messages from others, tickets about you, and the notes and log of moderators. If there is too much for one file, it has your newest messages and notifications.
- **Correct it:** in your profile and settings.
- **Delete it:** deleting your account erases what is personal. What you wrote to others stays with them, under “Deleted user”: messages, posts in a community, words of bookings and notes of sessions, and what a case was decided by. Notices that others were sent may name you until they are deleted, after 180 days. Records of payments stay, as accounts have to be kept.

## Questions
Write to ${writeTo(contactEmail)}. What is stored in your browser is told under [cookies](/cookies).`

const refunds = ({ productName }: Operator) => `# Refunds

What goes back to you on ${productName}, and when.

## Cancelling
You can cancel a subscription at any time. Nothing more is charged, and you keep access to the end of the month that is paid.

## Getting back what is unused
- **Within ${limits.unusedRenewalRefundHours} hours of a renewal, with nothing used since:** all of it goes back at once.
- **Otherwise:** ask under Subscribed mentors. Your mentor has ${limits.disputeAnswerHours} hours to agree. If your mentor disagrees or does not answer, a moderator decides.
- **How much:** the days or the calls of the month that are left, whichever is more. Never more than you paid.
- The subscription ends with the refund, and booked sessions are cancelled.

## Without asking
- If a mentor is blocked or leaves, what is unused goes back.
- If a mentor does not answer you for ${limits.silentDays} days, you can end the subscription and what is unused goes back.
- If you pay when all places of a mentor are taken, all of it goes back.

## Calls
- If you cancel a call at least ${limits.callRefundHours} hours ahead, you keep it for that month.
- If your mentor cancels, the call is yours again for at least ${limits.returnedCallDays} days. If your subscription ends before that, what you paid for it goes back.
- One call that you did not use goes into the next month. The others lapse, and we tell you ${limits.lapseNoticeDays} days before.

Money goes back the way it came. How long that takes depends on your bank.`

const grievance = ({ grievanceOfficer, grievanceEmail, contactEmail }: Operator) => `# Grievance officer

${grievanceOfficer ? `Our grievance officer is **${grievanceOfficer}**.` : 'Complaints are read by the operator of this site.'}

## How to complain
Write to ${writeTo(grievanceEmail ?? contactEmail)}. Say what happened, when, and what you would like us to do. If you can sign in, you can also raise a ticket: it goes to a moderator.

## What happens then
- We confirm within ${limits.grievanceAckHours} hours that we have your complaint.
- We settle it within one month, and tell you what was decided and why.`

const cookies = ({ productName }: Operator) => `# Cookies

${productName} stores what it needs in your browser, and nothing to follow you. No other company’s cookies are set.

## Cookies
- **Signing in with Google:** two that hold the sign-in together and end with it.
- **Known device:** one for each account that has signed in here, so that others who guess at your password cannot lock you out.
- **Last search:** one that keeps what you searched for last for 30 days, so that the landing page shows those mentors.

## Storage of your browser
- Who is signed in here.
- What you chose in this browser: colours, camera and microphone, shortcuts, and which offers you put away (notifications, installing the app).
- Whether you were here last as a mentee, a mentor or a moderator.
- Your time zone.
- What you wrote and have not sent yet: messages, reviews, requests, answers and other texts.
- Files of the site itself, so that it opens without a connection.
- While you are signed in: conversations, bookings and subscriptions that you looked at, to be read without a connection.
- Mentors that you marked as favourites without an account.
- For as long as the tab is open: the page or the time that you wanted when you were asked to sign in or pay, whose account the tab shows, why you were signed out, and which sessions you joined.

Signing out removes who is signed in, what can be read without a connection, and what that account had not sent. The rest stays. You can delete all of it in your browser’s settings at any time.`

/** Short and honest: what the product does, to be replaced by what the operator's lawyer says. */
export const defaultPages: Record<SitePageName, (operator: Operator) => string> = {
  terms,
  privacy,
  refunds,
  grievance,
  cookies,
}
