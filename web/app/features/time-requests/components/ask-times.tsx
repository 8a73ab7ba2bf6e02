import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { ownTimeRequestsQuery } from '../queries.ts'
import { openRequests } from '../rules.ts'
import { AskTimesDialog } from './ask-times-dialog.tsx'

type AskTimesProps = { mentorId: string; mentorName: string }

/** The way to ask for a time that the calendar does not have; one request waits for an answer at a time. */
export function AskTimes({ mentorId, mentorName }: AskTimesProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { data: requests = [] } = useQuery(ownTimeRequestsQuery)
  const now = useNow(60_000)
  const isAsked = openRequests(requests, now).some((request) => request.mentorId._id === mentorId)
  return (
    <>
      <Button variant="secondary" size="sm" mayWrap disabled={isAsked} onClick={() => setIsOpen(true)}>
        <CalendarClock className="size-4.5" aria-hidden="true" />
        {isAsked ? `${mentorName} was asked` : 'Ask for a time'}
      </Button>
      <AskTimesDialog
        isOpen={isOpen}
        mentorId={mentorId}
        mentorName={mentorName}
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}
