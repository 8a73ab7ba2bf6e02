import { limits } from '@marga/contract/limits'

/** What is asked before anything else, with the answers that the page of questions gives. */
export const firstQuestions = [
  {
    ask: 'What do I get for the monthly fee?',
    answer: `Unlimited chat with your mentor, with answers within ${limits.answerHours} hours of your first unanswered message, and ${limits.callsPerMonth} video calls of up to ${limits.sessionMinutes} minutes in each month. The fee is flat: nothing is added later.`,
  },
  {
    ask: 'Can I stop at any time?',
    answer:
      'Yes. You keep chat and calls until the end of the month that you have paid for, and nothing is charged after that.',
  },
  {
    ask: 'Can I get my money back?',
    answer: `Ask for a refund of what is unused under Subscribed mentors. Your mentor has ${limits.disputeAnswerHours} hours to agree, otherwise a moderator decides. Within ${limits.unusedRenewalRefundHours} hours of a renewal with nothing used since, you get it at once. The subscription ends with the refund.`,
  },
  {
    ask: 'How are mentors chosen?',
    answer:
      'By hand. A moderator reads the application, and accepts it or declines it with a reason. Ratings come only from mentees who have met or paid that mentor.',
  },
] as const
