import type { Slot } from '@marga/contract/slots'
import type { TimeRequest } from '@marga/contract/time-requests'
import { Suspense } from 'react'
// The page loads it late. Loaded while a test stands in for Date, its dates of a zone would be wrong in every test after.
import '../features/slots/components/slot-calendar.tsx'
import SchedulesPage from '../pages/mentee/schedules-page.tsx'
import { renderInArea } from './area-stub.tsx'
import { enrollmentOf } from './enrollment-samples.ts'
import { fakeServer, type SeenRequest } from './fake-server.ts'
import { mentorOf } from './mentor-samples.ts'

type Answer = { status: number; body: unknown } | undefined
type Shown = {
  requests?: TimeRequest[]
  timeSlots?: Slot[]
  /** Answers before the others do. */
  special?: (request: SeenRequest) => Answer
  /** The query of the page's address, with its "?". */
  query?: string
}

const ok = (body: object) => ({ status: 200, body })

/** Schedules of a mentee who is subscribed to one mentor. @returns what the page asked */
export function openSchedules({
  requests = [],
  timeSlots = [],
  special = () => undefined,
  query = '',
}: Shown) {
  const seen = fakeServer((request) => {
    const { url } = request
    const answer = special(request)
    if (answer) return answer
    if (url.includes('/time-requests')) return ok({ requests })
    if (url.includes('subscribed-mentors')) return ok({ allMentorsSubscribed: [enrollmentOf()] })
    if (url.includes('booked-slots')) return ok({ bookedSlots: [], nextCursor: null })
    if (url.includes('/timeslots/')) return ok({ timeSlots })
    return ok({
      mentorData: mentorOf(),
      isEnrollmentActive: true,
      enrollment: enrollmentOf(),
      ownReview: null,
      canReview: true,
    })
  })
  renderInArea(
    <Suspense>
      <SchedulesPage />
    </Suspense>,
    { at: `/mentees/schedules${query}`, path: '/mentees/schedules' },
  )
  return seen
}
