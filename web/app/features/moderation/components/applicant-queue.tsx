import type { MentorRequest } from '@marga/contract/applicants'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { formatRelative } from '../../../lib/relative-dates.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Select } from '../../../ui/select.tsx'

type ApplicantQueueProps = {
  requests: readonly MentorRequest[]
  /** How many wait in all; there may be more than are here. */
  total: number
  chosenId: string
  onChoose: (mentorId: string) => void
}

/** Who waits, the longest first. A list beside the application; on small screens to choose from, and to step through. */
export function ApplicantQueue({ requests, total, chosenId, onChoose }: ApplicantQueueProps) {
  const index = requests.findIndex(({ mentorId }) => mentorId === chosenId)
  const step = (to: number) => {
    const request = requests[to]
    if (request) onChoose(request.mentorId)
  }
  return (
    <nav
      aria-label="Waiting applicants"
      className="lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto"
    >
      <Select
        aria-label="Applicant"
        className="mb-3 lg:hidden"
        value={chosenId}
        onChange={(event) => onChoose(event.currentTarget.value)}
        options={[
          ...(index < 0 ? [{ value: chosenId, label: 'Already decided' }] : []),
          ...requests.map(({ mentorId, name, jobTitle, submittedAt }) => ({
            value: mentorId,
            label: `${name}, ${jobTitle}, ${formatRelative(submittedAt)}`,
          })),
        ]}
      />
      <div className="flex items-center justify-between gap-3 lg:hidden">
        <Button variant="secondary" size="sm" disabled={index <= 0} onClick={() => step(index - 1)}>
          <ChevronLeft className="size-4" aria-hidden="true" />
          Previous
        </Button>
        <p className="text-sm text-ink-soft">
          {index < 0 ? '–' : index + 1} of {total}
        </p>
        <Button
          variant="secondary"
          size="sm"
          disabled={index >= requests.length - 1}
          onClick={() => step(index + 1)}
        >
          Next
          <ChevronRight className="size-4" aria-hidden="true" />
        </Button>
      </div>
      <ol className="grid gap-1.5 max-lg:hidden">
        {requests.map((request) => (
          <QueueEntry
            key={request.mentorId}
            request={request}
            isChosen={request.mentorId === chosenId}
            onChoose={onChoose}
          />
        ))}
      </ol>
    </nav>
  )
}

type QueueEntryProps = {
  request: MentorRequest
  isChosen: boolean
  onChoose: ApplicantQueueProps['onChoose']
}

function QueueEntry({ request, isChosen, onChoose }: QueueEntryProps) {
  const { mentorId, name, jobTitle, submittedAt } = request
  return (
    <li>
      <button
        type="button"
        aria-current={isChosen ? 'true' : undefined}
        onClick={() => onChoose(mentorId)}
        className={cn(
          'w-full rounded-md border px-4 py-3 text-left',
          isChosen ? 'border-accent bg-accent-soft' : 'border-transparent hover:border-line hover:bg-surface',
        )}
      >
        <span className="block truncate font-semibold">{name}</span>
        <span className="block truncate text-sm text-ink-soft">{jobTitle}</span>
        <span className="block text-xs text-ink-faint">{formatRelative(submittedAt)}</span>
      </button>
    </li>
  )
}
