import { groupDigits } from '@marga/contract/digit-groups'
import { limits } from '@marga/contract/limits'
import type { MentorResponse } from '@marga/contract/mentor-card'
import type { ReactNode } from 'react'
import { pluralize } from '../../../lib/pluralize.ts'
import { Card } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { durationText } from '../rules.ts'

type ResponseFiguresProps = {
  /** Null where there are too few to show. */
  response: MentorResponse | null
  /** Of the last days, however few. */
  answers: number
}

/** How the mentor answers, in the words of the card that mentees see. */
export function ResponseFigures({ response, answers }: ResponseFiguresProps) {
  if (!response) return <TooFew answers={answers} />
  return (
    <dl className="grid gap-2.5 sm:grid-cols-3 sm:gap-4">
      <Figure label="Typical time to answer" value={durationText(response.medianMinutes)}>
        Half of your answers come sooner.
      </Figure>
      <Figure label={`Within ${limits.answerHours} hours`} value={`${response.within24hPercent}%`}>
        Of the questions in the last {limits.responseDays} days.
      </Figure>
      <Figure label="Answers counted" value={groupDigits(response.count)}>
        Shown on your card from {limits.responsesMin} on.
      </Figure>
    </dl>
  )
}

type FigureProps = { label: string; value: string; children: ReactNode }

const Figure = ({ label, value, children }: FigureProps) => (
  <Card className="flex flex-col gap-1 max-sm:p-4">
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd>
      <span className="block font-display text-3xl leading-tight font-semibold tabular-nums">{value}</span>
      <span className="mt-1 block text-xs text-ink-faint">{children}</span>
    </dd>
  </Card>
)

const TooFew = ({ answers }: { answers: number }) => (
  <Card>
    <p className="font-semibold">
      {answers} of the {pluralize(limits.responsesMin, 'answer')} needed before it is shown
    </p>
    <span aria-hidden="true" className="mt-3 flex gap-1.5">
      {Array.from({ length: limits.responsesMin }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the marks are all alike
          key={index}
          className={cn('h-2 flex-1 rounded-full', index < answers ? 'bg-positive' : 'bg-line')}
        />
      ))}
    </span>
    <p className="mt-3 text-sm text-ink-soft">
      With {limits.responsesMin} answers in {limits.responseDays} days, your card shows mentees how soon you
      usually answer and how many questions you answer within {limits.answerHours} hours.
    </p>
  </Card>
)
