import { limits } from '@marga/contract/limits'
import { ProseSection } from '../../../components/prose-page.tsx'
import { answerTimesId } from '../../../lib/answer-times.ts'

const facts = [
  {
    term: 'What starts the clock',
    text: 'Your first message that has no answer yet, while you are subscribed. Writing again does not restart it.',
  },
  {
    term: 'What ends it',
    text: `A message from your mentor, or “No answer needed” where there is nothing to answer. If you are still waiting, you can say so once every ${limits.notAnsweredEveryDays} days, and the clock continues from your question.`,
  },
  {
    term: 'What pauses it',
    text: 'A vacation that your mentor announced, a paused subscription, and a block.',
  },
  {
    term: 'When an answer is late',
    text: `After ${limits.answerHours} hours you and your mentor both see that it is late. If ${limits.lateAnswersMax} answers are late in ${limits.lateAnswersDays} days, the moderators hear of it. After ${limits.silentDays} days without a word you can end the subscription and get back what you have not used.`,
  },
  {
    term: 'What a profile shows',
    text: `Figures of the last ${limits.responseDays} days: the time in which half of the answers came (the median), and the share of questions answered within ${limits.answerHours} hours. A question that was due and got no answer counts as late. Figures appear after ${limits.responsesMin} answers.`,
  },
  {
    term: 'The badge “Answers on time”',
    text: `Mentors with at least ${limits.promptResponsesMin} answers in ${limits.responseDays} days have it when ${limits.promptPercentMin}% or more of the questions were answered within ${limits.answerHours} hours.`,
  },
]

/** What the promise of 24 hours means, for whoever follows its link. */
export const AnswerTimesSection = () => (
  <ProseSection id={answerTimesId} title="How we measure answers">
    <p>
      Mentors answer within {limits.answerHours} hours. We measure it for every question in every
      conversation.
    </p>
    <dl className="grid gap-4">
      {facts.map(({ term, text }) => (
        <div key={term}>
          <dt className="font-semibold">{term}</dt>
          <dd className="mt-0.5 text-ink-soft">{text}</dd>
        </div>
      ))}
    </dl>
  </ProseSection>
)
