import type { MailContent } from '../../platform/mail/render.ts'

export type LapsingCalls = {
  firstName: string
  mentorName: string
  count: number
  /** A date, as the reader reads it. */
  until: string
  /** One of the month's own unused calls, `of` how many: of those told of now, or of earlier ones as well. */
  carriedOver: { of: number; isAmongThese: boolean } | null
  /** The sentence that says what is left in all. */
  balance: string
  bookUrl: string
}

const callsOf = (count: number) => (count === 1 ? '1 call' : `${count} calls`)

const whatLapses = ({ count, mentorName, until }: LapsingCalls) =>
  `${callsOf(count)} with ${mentorName} can be used until ${until}`

const carryOverText = ({ count, carriedOver }: LapsingCalls) => {
  if (!carriedOver) return ''
  if (!carriedOver.isAmongThese)
    return ` One of your ${carriedOver.of} unused calls of this month is carried over into the next, the rest lapses.`
  return count === 1
    ? ' It is carried over into your next month.'
    : ' One of them is carried over into your next month, the rest lapses.'
}

export const lapsingCallsText = (of: LapsingCalls): string => `${whatLapses(of)}.${carryOverText(of)}`

export const lapsingCallsMail = (of: LapsingCalls): MailContent => ({
  subject: whatLapses(of),
  preview: 'Book now, so that nothing is lost.',
  greeting: `Dear ${of.firstName},`,
  paragraphs: [lapsingCallsText(of), of.balance],
  action: { label: 'Book a session', url: of.bookUrl },
})
