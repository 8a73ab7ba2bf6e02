import { limits } from '@marga/contract/limits'
import { useId } from 'react'
import { Link } from 'react-router'
import { answerTimesHref } from '../lib/answer-times.ts'

/** Of mentors who keep the promise of 24 hours. Pressed, it says what it takes, in the browser's own popover. */
export function PromptBadge() {
  const id = useId()
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="min-h-6 rounded-full bg-positive-soft px-2.5 text-xs font-semibold text-positive-ink hover:underline"
      >
        Answers on time
      </button>
      <span
        id={id}
        popover="auto"
        className="max-w-72 rounded-md border border-line bg-raised p-4 text-sm text-ink shadow-float [position-area:bottom] [position-try-fallbacks:flip-block] supports-[position-area:bottom]:m-2"
      >
        At least {limits.promptPercentMin}% of questions answered within {limits.answerHours} hours, over{' '}
        {limits.promptResponsesMin} or more answers in {limits.responseDays} days.{' '}
        <Link to={answerTimesHref} className="link">
          How we measure answers
        </Link>
      </span>
    </>
  )
}
