import type { RefundRequest } from '@marga/contract/disputes'
import { isWaitingRefund, refundAnswerMeaning } from '../rules.ts'
import { type Answering, DisputeAnswer } from './dispute-answer.tsx'
import { DisputePerson } from './dispute-person.tsx'
import { RefundRequestDetails } from './refund-request-details.tsx'

type MentorRefundRequestProps = { request: RefundRequest; answering: Answering }

/** One refund request on the mentor's page, with the answer where it waits for one. */
export function MentorRefundRequest({ request, answering }: MentorRefundRequestProps) {
  const { _id, amount, other } = request
  return (
    <>
      <DisputePerson person={other} about="Refund request" />
      <RefundRequestDetails of="mentor" request={request}>
        {isWaitingRefund(request) ? (
          <DisputeAnswer
            of="mentor"
            id={_id}
            meaning={refundAnswerMeaning(other.firstName, amount)}
            answering={answering}
          />
        ) : null}
      </RefundRequestDetails>
    </>
  )
}
