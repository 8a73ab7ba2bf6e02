import { z } from 'zod'
import { id, isoTime, messageResponse } from './common.ts'
import { defineEndpoint } from './endpoint.ts'

const place = z.object({
  mentorId: id,
  /** 1 is the next. */
  position: z.number().int().min(1),
  /** Until when a place is kept for this mentee alone; null while none is offered. */
  offeredUntil: isoTime.nullable(),
})
export type WaitlistPlace = z.infer<typeof place>

const path = '/api/mentees/waitlist/:mentorId'
const access = ['mentee'] as const

/** Who waits for a place with a mentor who has none left. */
export const waitlist = {
  places: defineEndpoint({
    method: 'GET',
    path: '/api/mentees/waitlist',
    access,
    summary: 'Where the mentee waits',
    response: z.object({ places: z.array(place) }),
  }),
  join: defineEndpoint({
    method: 'PUT',
    path,
    access,
    summary: 'Waits for a place; once is enough',
    response: place,
    errors: ['already_subscribed', 'not_found'],
    limit: 'write',
  }),
  leave: defineEndpoint({
    method: 'DELETE',
    path,
    access,
    summary: 'Waits no longer',
    response: messageResponse.extend({ position: z.null() }),
    errors: ['not_found'],
  }),
}
