import type { Contest } from '@marga/contract/disputes'
import { formatShortMoment } from '../../../lib/dates.ts'
import { DisputePerson } from './dispute-person.tsx'
import { AnswerableContest } from './slot-contest.tsx'

/** One contest on the mentor's page: of which session, and what both say. */
export const MentorContest = ({ contest, userId }: { contest: Contest; userId: string }) => (
  <>
    <DisputePerson
      person={contest.other}
      about={`Session of ${formatShortMoment(contest.start)}, recorded as ${contest.outcome}`}
    />
    <AnswerableContest of="mentor" userId={userId} contest={contest} />
  </>
)
