import type { MailContent } from '../../platform/mail/render.ts'

/** To the mentor, who is to choose. @param times as the reader reads them */
export const timeRequestedMail = (of: {
  firstName: string
  menteeName: string
  minutes: number
  times: readonly string[]
  text: string
  schedulerUrl: string
}): MailContent => ({
  subject: `${of.menteeName} asks for a session`,
  preview: 'Take one of the times, or decline.',
  greeting: `Dear ${of.firstName},`,
  paragraphs: [
    `${of.menteeName} asks for a session of ${of.minutes} minutes at ${
      of.times.length > 1 ? 'one of these times' : 'this time'
    }. When you take one, it is booked at once.`,
    ...(of.text ? [`“${of.text}”`] : []),
  ],
  facts: of.times.map((time, index) => [of.times.length > 1 ? `Time ${index + 1}` : 'Time', time]),
  action: { label: 'Answer in the scheduler', url: of.schedulerUrl },
})

/** To either: one sentence, which is what became of the request. */
export const timeRequestOverMail = (of: {
  firstName: string
  sentence: string
  action: { label: string; url: string }
}): MailContent => ({
  subject: of.sentence.replace(/\.$/, ''),
  preview: 'The request is closed.',
  greeting: `Dear ${of.firstName},`,
  paragraphs: [of.sentence],
  action: of.action,
})
