import type { TimeRequest } from '@marga/contract/time-requests'
import { presentPerson } from '../accounts/accounts.presenter.ts'
import type { RequestRow } from './time-requests.queries.ts'
import { momentsOf } from './time-requests.rules.ts'

export const presentRequest = (row: RequestRow, now: Date): TimeRequest => ({
  _id: row.id,
  mentorId: presentPerson({
    id: row.mentorId,
    firstName: row.mentorFirstName,
    lastName: row.mentorLastName,
    profileImageUrl: row.mentorImage,
  }),
  menteeId: presentPerson({
    id: row.menteeId,
    firstName: row.menteeFirstName,
    lastName: row.menteeLastName,
    profileImageUrl: row.menteeImage,
  }),
  starts: momentsOf(row.starts).map((start) => start.toISOString()),
  minutes: row.minutes,
  text: row.text,
  status: row.status === 'open' && row.expiresAt <= now ? 'void' : row.status,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  isExpired: ['open', 'void'].includes(row.status) && row.expiresAt <= (row.decidedAt ?? now),
  slotId: row.slotId,
})
