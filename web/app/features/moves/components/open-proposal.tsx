import type { MoveProposal } from '@marga/contract/moves'
import type { MemberRole } from '@marga/contract/roles'
import { CalendarClock } from 'lucide-react'
import { useId } from 'react'
import { canBeTaken, takenUntil } from '../../../lib/agreed-times.ts'
import { ApiError } from '../../../lib/api-client.ts'
import { formatShortMoment } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import type { useAnswerProposal } from '../mutations.ts'

type OpenProposalProps = {
  of: MemberRole
  proposal: MoveProposal
  /** First name of the other side. */
  otherName: string
  now: Date
  answer: ReturnType<typeof useAnswerProposal>
}

/** Times that one of the two proposed: for the other to take or decline, for whoever proposed to see. */
export function OpenProposal({ of: role, proposal, otherName, now, answer }: OpenProposalProps) {
  const headingId = useId()
  const isOwn = proposal.by === role
  const closes = formatShortMoment(takenUntil(proposal))
  return (
    <section
      aria-labelledby={headingId}
      className="grid grid-cols-1 gap-3 rounded-md bg-accent-soft px-4 py-3.5 text-sm"
    >
      <Heading id={headingId}>
        {isOwn ? 'You proposed another time' : `${otherName} proposes another time`}
      </Heading>
      {proposal.text ? (
        <p className="whitespace-pre-line wrap-anywhere text-ink-soft">“{proposal.text}”</p>
      ) : null}
      <ul className="grid grid-cols-1 gap-2">
        {proposal.starts.map((start) => (
          <li key={start} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
            <time dateTime={start} className="font-semibold tabular-nums">
              {formatShortMoment(start)}
            </time>
            {isOwn ? null : (
              <TakeTimeButton
                start={start}
                isDisabled={answer.isPending || !canBeTaken(start, now)}
                isLoading={answer.isPending && answer.variables.accept === start}
                onTake={() => answer.mutate({ id: proposal._id, accept: start })}
              />
            )}
          </li>
        ))}
      </ul>
      <p className="text-ink-soft">
        {isOwn
          ? `${otherName} can choose until ${closes}. The session stays as it is booked until one is taken.`
          : `You can choose until ${closes}. Without an answer the booked time stays.`}
      </p>
      {isOwn ? null : (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          disabled={answer.isPending}
          isLoading={answer.isPending && answer.variables.accept === null}
          onClick={() => answer.mutate({ id: proposal._id, accept: null })}
        >
          Keep the booked time
        </Button>
      )}
      {answer.isError && answer.error.name !== 'AbortError' ? (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger-ink">
          {answerFailure(answer.error)}
        </p>
      ) : null}
    </section>
  )
}

const Heading = ({ id, children }: { id: string; children: string }) => (
  <h3 id={id} className="flex items-start gap-2 font-sans text-base font-semibold tracking-normal">
    <CalendarClock className="mt-0.5 size-5 shrink-0 text-accent-ink" aria-hidden="true" />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </h3>
)

type TakeTimeButtonProps = { start: string; isDisabled: boolean; isLoading: boolean; onTake: () => void }

const TakeTimeButton = ({ start, isDisabled, isLoading, onTake }: TakeTimeButtonProps) => (
  <Button
    size="sm"
    disabled={isDisabled}
    isLoading={isLoading}
    aria-label={`Take this time: ${formatShortMoment(start)}`}
    onClick={onTake}
  >
    Take this time
  </Button>
)

const answerFailure = (error: Error): string =>
  error instanceof ApiError && error.code === 'slot_unavailable'
    ? 'This time is no longer possible. Take another one or keep the booked time.'
    : error.message
