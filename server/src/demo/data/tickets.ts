import type { DemoTicket } from './types.ts'

export const demoTickets: readonly DemoTicket[] = [
  {
    raisedBy: { role: 'mentee', key: 'mohit-garg' },
    accused: { role: 'mentor', key: 'kaushik-barua' },
    subject: 'Asked to pay outside the platform',
    content:
      'After our intro call I was told that the month would be cheaper by a fifth if I transferred the money directly and did not subscribe here. I refused. I do not know if it was meant as a joke, but I think you should hear about it.',
    status: 'open',
    daysAgo: 2,
  },
  {
    raisedBy: { role: 'mentor', key: 'harpreet-gill' },
    accused: { role: 'mentee', key: 'tushar-patil' },
    subject: 'Missed three sessions in a row',
    content:
      'Three booked sessions at six in the morning and nobody came, without a message before or after. I do not want anyone to be punished. Please speak with him, other people wanted these hours.',
    status: 'open',
    daysAgo: 5,
  },
  {
    raisedBy: { role: 'mentee', key: 'sneha-pillai' },
    accused: { role: 'mentor', key: 'neeraj-bisht' },
    subject: 'Recording behind an open link',
    content:
      'The film of my mock interview was shared by a link that anybody could open. He closed it within the hour after I wrote to him and has apologised. I report it so that it is on record.',
    status: 'dismissed',
    decisionNote: 'Settled between the two, and the film is private now. Nothing like it before.',
    daysAgo: 370,
  },
  {
    raisedBy: { role: 'mentee', key: 'nikita-deshmukh' },
    accused: { role: 'mentor', key: 'sourav-chatterjee' },
    subject: 'A link on the profile that led elsewhere',
    content:
      'The web page on his profile opened a casino. I do not think that he knows. It would be good if somebody told him before others press it.',
    status: 'dismissed',
    decisionNote: 'The address of his old college page had been sold. He has taken the link off.',
    daysAgo: 20,
  },
]
