import type { RefundRequest } from '@marga/contract/disputes'
import { useAnswerRefundRequest } from '../mutations.ts'
import { isWaitingRefund, refundAnswerMeaning } from '../rules.ts'
import { DisputeAnswer } from './dispute-answer.tsx'
import { DisputePerson } from './dispute-person.tsx'
import { RefundRequestDetails } from './refund-request-details.tsx'

/** One refund request on the mentor's page, with the answer where it waits for one. */
export function MentorRefundRequest({ request }: { request: RefundRequest }) {
  const answering = useAnswerRefundRequest()
  const { _id, amount, other } = request
  return (
    <>
      <DisputePerson person={other} about="Refund request" />
      <RefundRequestDetails of="mentor" request={request}>
        {isWaitingRefund(request) ? (
          <DisputeAnswer
            id={_id}
            meaning={refundAnswerMeaning(other.firstName, amount)}
            answering={answering}
          />
        ) : null}
      </RefundRequestDetails>
    </>
  )
}
