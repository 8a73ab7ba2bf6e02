import type { BookSlotForm } from '@marga/contract/slots'
import { readDraft, storeDraft } from '../../lib/drafts.ts'

const fields = ['title', 'description'] as const

/** What is being written for a booking with a mentor, whichever time it will be: it outlives the dialog. */
export function bookingDraft(menteeId: string, mentorId: string) {
  const owner = { role: 'mentee', userId: menteeId } as const
  const aboutOf = (field: keyof BookSlotForm) => `booking.${mentorId}.${field}`
  return {
    read: (field: keyof BookSlotForm) => readDraft(owner, aboutOf(field)),
    write: (field: keyof BookSlotForm, text: string) => storeDraft(owner, aboutOf(field), text),
    end: () => {
      for (const field of fields) storeDraft(owner, aboutOf(field), '')
    },
  }
}
