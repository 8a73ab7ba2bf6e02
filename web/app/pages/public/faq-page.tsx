import { limits } from '@marga/contract/limits'
import { JsonLd } from '../../components/json-ld.tsx'
import { PageMeta } from '../../components/page-meta.tsx'
import { ProsePage } from '../../components/prose-page.tsx'
import { AnswerTimesSection } from '../../features/mentors/components/answer-times-section.tsx'
import { useInstallation } from '../../lib/installation.ts'

const questions = [
  {
    ask: 'What do I get for the monthly fee?',
    answer: `Unlimited chat with your mentor, with answers within ${limits.answerHours} hours of your first unanswered message, and ${limits.callsPerMonth} video calls of up to ${limits.sessionMinutes} minutes in each month. The fee is flat: nothing is added later.`,
  },
  {
    ask: 'What if my mentor does not answer?',
    answer: `After ${limits.answerHours} hours you both see that the answer is late. If ${limits.lateAnswersMax} answers are late in ${limits.lateAnswersDays} days, the moderators hear of it. After ${limits.silentDays} days without a word you can end the subscription and get back what you have not used. How we measure answers is explained at the end of this page.`,
  },
  {
    ask: 'Can I stop at any time?',
    answer:
      'Yes. You keep chat and calls until the end of the month that you have paid for, and nothing is charged after that.',
  },
  {
    ask: 'What if I cannot make a booked call?',
    answer: `Move or cancel it under Booked slots. Up to ${limits.callRefundHours} hours before, you can move it to another open time, twice, or cancel it and keep the call. After that you can propose another time to your mentor; cancelling uses the call.`,
  },
  {
    ask: 'What if my mentor cancels or does not come?',
    answer: `The call is yours again for at least ${limits.returnedCallDays} days, across a renewal too. If your mentor cancels less than ${limits.callRefundHours} hours ahead or does not come, you get one more call, up to ${limits.bonusCallsPerPeriod} extra a month.`,
  },
  {
    ask: 'Do unused calls carry over?',
    answer: `One does: when your month renews, one call that you did not use goes into the next month. The others lapse. We tell you ${limits.lapseNoticeDays} days before.`,
  },
  {
    ask: 'What if a session was recorded wrongly?',
    answer: `Contest it under Booked slots within ${limits.contestHours} hours. Your mentor is asked. If your mentor agrees or does not answer in ${limits.disputeAnswerHours} hours, you get the call back and one more. Otherwise a moderator decides.`,
  },
  {
    ask: 'Can I pause my subscription?',
    answer: `Yes, for ${limits.pauseDaysMin} to ${limits.pauseDaysMax} days, once in ${limits.pauseEveryDays} days, up to ${limits.pauseNoticeHours} hours before it renews. The next charge moves by as many days. From the end of the paid month until then you can read your chat, but not write or book.`,
  },
  {
    ask: 'Can I get my money back?',
    answer: `Ask for a refund of what is unused under Subscribed mentors. Your mentor has ${limits.disputeAnswerHours} hours to agree, otherwise a moderator decides. Within ${limits.unusedRenewalRefundHours} hours of a renewal with nothing used since, you get it at once. The subscription ends with the refund.`,
  },
  {
    ask: 'How are mentors chosen?',
    answer:
      'By hand. A moderator reads the application, checks the work and education it names, and accepts or declines it with a reason. Ratings come only from mentees who have met or paid that mentor.',
  },
  {
    ask: 'Which time zone are times shown in?',
    answer: 'Yours. The zone is always named next to the times.',
  },
  {
    ask: 'Do I need to install anything for video?',
    answer: `No. The room opens in your browser ${limits.roomOpensBeforeMinutes} minutes before the session.`,
  },
  {
    ask: 'Who sees my phone number and email address?',
    answer: 'Only the moderators. Mentors and mentees see your first name, last name and picture.',
  },
]

export default function FaqPage() {
  const { productName } = useInstallation().config
  return (
    <ProsePage title="Questions people ask" lead="Short answers, the same ones that support would give you.">
      <PageMeta
        title="Faq"
        description={`How subscriptions, calls, refunds and mentors work on ${productName}.`}
      />
      <JsonLd data={faqJsonLd} />
      <div className="divide-y divide-line border-y border-line">
        {questions.map(({ ask, answer }) => (
          <details key={ask} className="group py-1">
            <summary className="flex min-h-12 list-none items-center justify-between gap-4 py-2 text-lg font-semibold [&::-webkit-details-marker]:hidden">
              {ask}
              <span
                className="text-2xl leading-none text-ink-faint transition-transform group-open:rotate-45"
                aria-hidden="true"
              >
                +
              </span>
            </summary>
            <p className="pb-4 text-ink-soft">{answer}</p>
          </details>
        ))}
      </div>
      <AnswerTimesSection />
    </ProsePage>
  )
}

const faqJsonLd = {
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: questions.map(({ ask, answer }) => ({
    '@type': 'Question',
    name: ask,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
}
