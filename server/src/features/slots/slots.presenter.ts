import type { Slot } from '@marga/contract/slots'
import { presentPerson } from '../accounts/accounts.presenter.ts'
import type { SlotRow } from './slots.queries.ts'

/** An open slot shows what the mentor wrote, a booked one the booker's topic if there is one. */
export function presentSlot(row: SlotRow): Slot {
  const isTaken = row.status !== 'open'
  return {
    _id: row.id,
    type: row.type,
    status: row.status,
    missedBy: row.missedBy,
    start: row.startsAt.toISOString(),
    end: row.endsAt.toISOString(),
    mentorPreferences: row.mentorPreferences,
    title: (isTaken && row.topic) || row.mentorPreferences,
    description: (isTaken && row.topicDescription) || row.mentorDescription,
    mentorId: presentPerson({
      id: row.mentorId,
      firstName: row.mentorFirstName,
      lastName: row.mentorLastName,
      profileImageUrl: row.mentorImage,
    }),
    seriesId: row.seriesId,
    menteeId:
      row.menteeId === null
        ? null
        : presentPerson({
            id: row.menteeId,
            firstName: row.menteeFirstName ?? '',
            lastName: row.menteeLastName ?? '',
            profileImageUrl: row.menteeImage,
          }),
  }
}
