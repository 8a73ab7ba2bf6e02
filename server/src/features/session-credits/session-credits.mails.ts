import type { MailContent } from '../../platform/mail/render.ts'

export type LapsingCalls = {
  firstName: string
  mentorName: string
  count: number
  /** A date, as the reader reads it. */
  until: string
  isOneCarriedOver: boolean
  /** The sentence that says what is left in all. */
  balance: string
  bookUrl: string
}

const callsOf = (count: number) => (count === 1 ? '1 call' : `${count} calls`)

const whatLapses = ({ count, mentorName, until }: LapsingCalls) =>
  `${callsOf(count)} with ${mentorName} can be used until ${until}`

const carriedOver = ({ count, isOneCarriedOver }: LapsingCalls) => {
  if (!isOneCarriedOver) return ''
  return count === 1
    ? ' It is carried over into your next month.'
    : ' One of them is carried over into your next month, the rest lapses.'
}

export const lapsingCallsText = (of: LapsingCalls): string => `${whatLapses(of)}.${carriedOver(of)}`

export const lapsingCallsMail = (of: LapsingCalls): MailContent => ({
  subject: whatLapses(of),
  preview: 'Book now, so that nothing is lost.',
  greeting: `Dear ${of.firstName},`,
  paragraphs: [lapsingCallsText(of), of.balance],
  action: { label: 'Book a session', url: of.bookUrl },
})
