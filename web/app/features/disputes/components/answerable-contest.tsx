import type { Contest } from '@marga/contract/disputes'
import type { MemberRole } from '@marga/contract/roles'
import { contestAnswerMeaning, isWaitingContest } from '../rules.ts'
import { ContestDetails } from './contest-details.tsx'
import { type Answering, DisputeAnswer } from './dispute-answer.tsx'

type AnswerableContestProps = {
  of: MemberRole
  userId: string
  contest: Contest
  /** Held by what stays: the contest may change its place before the answer has come. */
  answering: Answering
}

/** A contest with, where it waits for this person, the answer to give. */
export const AnswerableContest = ({ of: role, userId, contest, answering }: AnswerableContestProps) => (
  <ContestDetails contest={contest} of={role} userId={userId}>
    {isWaitingContest(contest, role) ? (
      <DisputeAnswer
        of={role}
        id={contest._id}
        meaning={contestAnswerMeaning(role, contest.other.firstName)}
        answering={answering}
      />
    ) : null}
  </ContestDetails>
)
