import type { MailContent } from '../../platform/mail/render.ts'

type Letter = { firstName: string; url: string }

/** To the one who is to answer a contest or a refund request, at first and as a reminder. */
export const answerWantedMail = (
  of: Letter & {
    /** One sentence, which is what happened. */
    what: string
    /** What the other person wrote. */
    text: string
    /** Until when, and what comes of silence. */
    deadline: string
    isReminder: boolean
  },
): MailContent => ({
  subject: `${of.isReminder ? 'Please answer' : 'An answer is needed'}: ${withoutStop(of.what)}`,
  preview: of.deadline,
  greeting: `Dear ${of.firstName},`,
  paragraphs: [of.what, `“${of.text}”`, of.deadline],
  action: { label: 'Answer', url: of.url },
})

/** To both, of how a contest or a refund request ended. */
export const disputeSettledMail = (
  of: Letter & {
    subject: string
    /** What was decided. */
    result: string
    /** A moderator's. */
    reason: string | null
    /** What has become of the call, to the mentee. */
    call: string | null
    label: string
  },
): MailContent => ({
  subject: of.subject,
  preview: of.result,
  greeting: `Dear ${of.firstName},`,
  paragraphs: [
    of.result,
    ...(of.reason ? [`The moderator’s reason: “${of.reason}”`] : []),
    ...(of.call ? [of.call] : []),
  ],
  action: { label: of.label, url: of.url },
})

/** To the mentor, whose silence has ended a subscription. `amountRupees`: what goes back; 0 where nothing was unused. */
export const endedBySilenceMail = ({
  firstName,
  otherName,
  amountRupees,
  url,
}: Letter & { otherName: string; amountRupees: number }): MailContent => ({
  subject: `${otherName} has ended the subscription`,
  preview: 'You had not answered for seven days.',
  greeting: `Dear ${firstName},`,
  paragraphs: [
    `${otherName} had waited seven days for an answer and has ended the subscription.${
      amountRupees > 0 ? ' What was unused of it is being paid back.' : ''
    }`,
  ],
  action: { label: 'See my mentees', url },
})

const withoutStop = (sentence: string) => sentence.replace(/\.$/, '')
