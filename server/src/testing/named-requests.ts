import type { EndpointSpec } from '@marga/contract/endpoint'
import type { Role } from '@marga/contract/roles'
import { v7 } from 'uuid'
import { bodyWithSelf, queryWithSelf } from './every-endpoint.ts'
import { testPassword } from './people.ts'
import { type Named, sampleBody } from './sample-input.ts'
import type { PairWorld } from './two-pairs.ts'

/** The ids that a call by that role would name, of one pair. */
export function thingsOfPair(
  pair: PairWorld,
  role: Role,
  endpointName: string,
  moderatorSessionId: string,
): Named {
  const side = role === 'mentor' ? 'mentor' : 'mentee'
  const across = side === 'mentor' ? pair.mentee.id : pair.mentor.id
  return {
    menteeId: pair.mentee.id,
    mentorId: pair.mentor.id,
    mentorPriceId: pair.priceId,
    slotId:
      endpointName === 'slots.book'
        ? pair.openSlotId
        : endpointName === 'slots.bookIntro'
          ? pair.introSlotId
          : pair.slotId,
    conversationId: pair.conversationId,
    messageId: pair.communityMessages[side],
    notificationId: pair.notifications[side],
    sessionId: role === 'moderator' ? moderatorSessionId : pair.sessions[side],
    personId: across,
    accusedId: across,
    reviewId: pair.reviewId,
    ticketId: pair.ticketId,
    enrollmentId: pair.enrollmentId,
    paymentId: pair.paymentId,
    password: testPassword,
    version: 1,
  }
}

export const roleOf = (endpoint: EndpointSpec): Role =>
  Array.isArray(endpoint.access) ? (endpoint.access[0] as Role) : 'mentee'

/** The request with those ids, the caller's own where the call repeats it. */
export function requestOf(endpoint: EndpointSpec, named: Named, callerId: string) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    endpoint.self?.includes(`params.${name}`) ? callerId : String(named[name] ?? v7()),
  )
  const self = bodyWithSelf(endpoint, callerId)
  const body = sampleBody(endpoint, named)
  return {
    url: path + queryWithSelf(endpoint, callerId),
    body: body && {
      ...body,
      ...self,
      ...('values' in self ? { values: { ...(body.values as object), ...(self.values as object) } } : {}),
    },
  }
}
