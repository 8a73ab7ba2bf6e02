import type { EndpointSpec } from '@marga/contract/endpoint'
import type { MemberRole, Role } from '@marga/contract/roles'
import { v7 } from 'uuid'
import { bodyWithSelf, queryWithSelf } from './every-endpoint.ts'
import { testPassword } from './people.ts'
import { type Named, sampleBody, sampleQuery } from './sample-input.ts'
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
    slotId: slotOf(pair, endpointName),
    toSlotId: pair.openSlotId,
    ...idOf(pair, endpointName, side),
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

/** Where the path calls it `id` alone. A case has the id of its ticket. */
function idOf(pair: PairWorld, endpointName: string, side: MemberRole): { id?: string } {
  if (endpointName.startsWith('moves.') && endpointName.endsWith('.answer'))
    return { id: pair.moveProposals[side] }
  if (endpointName.startsWith('timeRequests.')) return { id: pair.timeRequestId }
  if (endpointName === 'cases.mentee') return { id: pair.mentee.id }
  if (endpointName === 'cases.mentor') return { id: pair.mentor.id }
  return endpointName.startsWith('cases.') ? { id: pair.ticketId } : {}
}

function slotOf(pair: PairWorld, endpointName: string): string {
  if (endpointName === 'slots.book') return pair.openSlotId
  if (endpointName === 'slots.bookIntro') return pair.introSlotId
  return endpointName.startsWith('moves.') ? pair.movableSlotId : pair.slotId
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
  const query = new URLSearchParams(sampleQuery(endpoint, named)).toString()
  return {
    url: path + (queryWithSelf(endpoint, callerId) || (query && `?${query}`)),
    body: body && {
      ...body,
      ...self,
      ...('values' in self ? { values: { ...(body.values as object), ...(self.values as object) } } : {}),
    },
  }
}
