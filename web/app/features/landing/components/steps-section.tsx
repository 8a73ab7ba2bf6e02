import { Link } from 'react-router'
import { answerTimesHref } from '../../../lib/answer-times.ts'

const steps = [
  {
    title: 'Find your person',
    text: 'Search by skill, name or firm. Read reviews by mentees, see the price and the next free hour before you create an account.',
  },
  {
    title: 'Subscribe for a month',
    text: 'One flat fee in rupees. Chat opens at once, with answers within 24 hours of your first unanswered message, and four one-hour calls are yours to book.',
    isTimed: true,
  },
  {
    title: 'Meet, learn, repeat',
    text: 'Pick a slot in your own time zone and meet by video here, with nothing to install. Stop at the end of any month.',
  },
]

export function StepsSection() {
  return (
    <section className="border-y border-line bg-sunken" aria-labelledby="steps">
      <div className="page py-16">
        <h2 id="steps" className="max-w-xl text-3xl">
          From a question to a conversation in an evening
        </h2>
        <ol className="mt-10 grid gap-10 md:grid-cols-3">
          {steps.map(({ title, text, isTimed }, index) => (
            <li key={title}>
              <span className="font-display text-5xl text-accent-ink" aria-hidden="true">
                {index + 1}
              </span>
              <h3 className="mt-3 text-xl">{title}</h3>
              <p className="mt-2 text-ink-soft">{text}</p>
              {isTimed ? (
                <Link to={answerTimesHref} className="link mt-1 inline-block py-1 text-sm">
                  How we measure answers
                </Link>
              ) : null}
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
