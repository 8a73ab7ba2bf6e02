import type { Contest } from '@marga/contract/disputes'
import { formatShortMoment } from '../../../lib/dates.ts'
import { AnswerableContest } from './answerable-contest.tsx'
import type { Answering } from './dispute-answer.tsx'
import { DisputePerson } from './dispute-person.tsx'

type MentorContestProps = { contest: Contest; userId: string; answering: Answering }

/** One contest on the mentor's page: of which session, and what both say. */
export const MentorContest = ({ contest, userId, answering }: MentorContestProps) => (
  <>
    <DisputePerson
      person={contest.other}
      about={`Session of ${formatShortMoment(contest.start)}, recorded as ${contest.outcome}`}
    />
    <AnswerableContest of="mentor" userId={userId} contest={contest} answering={answering} />
  </>
)
