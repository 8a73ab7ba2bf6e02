import { limits } from '@marga/contract/limits'
import type { MentorResponse } from '@marga/contract/mentor-card'
import { isPrompt } from '@marga/contract/prompt-answers'
import { MessageCircleReply } from 'lucide-react'
import { Link } from 'react-router'
import { answerTimesHref, durationInWords } from '../lib/answer-times.ts'
import { PromptBadge } from './prompt-badge.tsx'

type AnswerTimeProps = {
  response: MentorResponse | null
  /** With what it is reckoned from, and a link to how: for a profile. */
  isDetailed?: boolean
}

/** How fast a mentor answers, as measured. */
export function AnswerTime({ response, isDetailed }: AnswerTimeProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-soft">
      <span className={response ? 'flex gap-1.5' : 'flex gap-1.5 text-ink-faint'}>
        <MessageCircleReply className="mt-0.5 size-4 shrink-0 text-ink-faint" aria-hidden="true" />
        <span>
          {response ? (
            <>
              <span className="whitespace-nowrap">Answers in {durationInWords(response.medianMinutes)},</span>{' '}
              <span className="whitespace-nowrap">
                {response.within24hPercent}% within {limits.answerHours} hours
              </span>
            </>
          ) : (
            'Answer time: new'
          )}
          {isDetailed ? <span className="text-ink-faint">{basisOf(response)}</span> : null}
        </span>
      </span>
      {isPrompt(response) ? <PromptBadge /> : null}
      {isDetailed ? (
        <Link to={answerTimesHref} className="link">
          How we measure this
        </Link>
      ) : null}
    </p>
  )
}

const basisOf = (response: MentorResponse | null) =>
  response
    ? ` (${response.count} answers in ${limits.responseDays} days)`
    : `, shown after ${limits.responsesMin} answers in ${limits.responseDays} days`
