import { z } from 'zod'
import { id, messageResponse } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'

const path = '/api/mentees/favourites/:mentorId'
const access = ['mentee'] as const
const mentorIds = z.array(id).max(limits.favouritesMax)
/** The last one added first. */
const response = z.object({ mentorIds })

/** Mentors that a mentee has put aside for later. */
export const favourites = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/mentees/favourites',
    access,
    summary: 'Ids of the listed mentors that the mentee has put aside, the last one first',
    response,
  }),
  add: defineEndpoint({
    method: 'PUT',
    path,
    access,
    summary: 'Puts a mentor aside; once is enough. Beyond the most that are kept, the oldest goes',
    response: messageResponse,
    errors: ['not_found'],
    limit: 'write',
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path,
    access,
    summary: 'Takes a mentor off the list; one that is not on it is no mistake',
    response: messageResponse,
    limit: 'write',
  }),
  merge: defineEndpoint({
    method: 'POST',
    path: '/api/mentees/favourites',
    access,
    summary:
      'Adds what was put aside in a browser before the sign-in; mentors that are not listed are left out',
    body: z.object({ mentorIds }),
    response,
    limit: 'write',
  }),
}
