import { limits } from '@marga/contract/limits'
import { JsonLd } from '../../components/json-ld.tsx'
import { PageMeta } from '../../components/page-meta.tsx'
import { ProsePage } from '../../components/prose-page.tsx'
import { QuestionList } from '../../components/question-list.tsx'
import { firstQuestions } from '../../features/landing/questions.ts'
import { AnswerTimesSection } from '../../features/mentors/components/answer-times-section.tsx'
import { useInstallation } from '../../lib/installation.ts'

const [whatYouGet, stopping, refunds, choosing] = firstQuestions

const questions = [
  whatYouGet,
  {
    ask: 'What if my mentor does not answer?',
    answer: `After ${limits.answerHours} hours you both see that the answer is late. If ${limits.lateAnswersMax} answers are late in ${limits.lateAnswersDays} days, the moderators hear of it. After ${limits.silentDays} days without a word you can end the subscription and get back what you have not used. How we measure answers is explained at the end of this page.`,
  },
  stopping,
  {
    ask: 'What if I cannot make a booked call?',
    answer: `Move or cancel it under Booked slots. Up to ${limits.callRefundHours} hours before, you can move it to another open time, twice, or cancel it and keep the call. After that you can propose another time to your mentor; cancelling uses the call.`,
  },
  {
    ask: 'What if my mentor cancels or does not come?',
    answer: `The call is yours again for at least ${limits.returnedCallDays} days, across a renewal too. If your mentor cancels less than ${limits.callRefundHours} hours ahead or does not come, you get one more call, up to ${limits.bonusCallsPerPeriod} extra a month. If your subscription is over or ends before that, what you paid for the call is refunded instead.`,
  },
  {
    ask: 'Do unused calls carry over?',
    answer: `One does: when your month renews, one call that you did not use goes into the next month. The others lapse. We tell you ${limits.lapseNoticeDays} days before.`,
  },
  {
    ask: 'What if a session was recorded wrongly?',
    answer: `Contest it under Booked slots within ${limits.contestHours} hours. Your mentor is asked. If your mentor agrees or does not answer in ${limits.disputeAnswerHours} hours, you get the call back and one more or, if your subscription is over by then, what you paid for the call is refunded. Otherwise a moderator decides.`,
  },
  {
    ask: 'Can I pause my subscription?',
    answer: `Yes, for ${limits.pauseDaysMin} to ${limits.pauseDaysMax} days, once in ${limits.pauseEveryDays} days, up to ${limits.pauseNoticeHours} hours before it renews. The next charge moves by as many days. From the end of the paid month until then you can read your chat, but not write or book.`,
  },
  refunds,
  choosing,
  {
    ask: 'Which time zone are times shown in?',
    answer: 'Yours: the one in your profile, or your browser’s if you have not chosen one.',
  },
  {
    ask: 'Do I need to install anything for video?',
    answer: `No. The room opens in your browser ${limits.roomOpensBeforeMinutes} minutes before the session.`,
  },
  {
    ask: 'Who sees my phone number and email address?',
    answer:
      'Moderators see them, and the payment provider gets a mentee’s name and email address. Mentors and mentees do not: they see your first name, last name and picture, and mentors also see what a mentee writes about themselves and wants to learn. Mentors’ profiles are public, and so are reviews, with the first name and picture of who wrote them.',
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
      <QuestionList questions={questions} />
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
