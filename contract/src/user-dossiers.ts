import { z } from 'zod'
import { attended } from './case-evidence.ts'
import { id, isoTime, person } from './common.ts'
import { enrollmentStatuses } from './enrollment-states.ts'
import { auditEntry, listedMentee, listedMentor } from './moderation.ts'
import { moderationCase } from './moderation-case.ts'
import { sanction } from './sanctions.ts'
import { moderatedTicket } from './tickets.ts'

const history = {
  enrollments: z.array(
    z.object({
      _id: id,
      with: person,
      status: z.enum(enrollmentStatuses),
      startedAt: isoTime,
      amount: z.number().int(),
    }),
  ),
  /** Newest first, with who was in the room and when. */
  sessions: z.array(attended),
  tickets: z.array(moderatedTicket),
  cases: z.array(moderationCase),
  sanctions: z.array(sanction),
  /** What moderators wrote in cases about the person. */
  notes: z.array(
    z.object({ at: isoTime, who: z.string().nullable(), text: z.string(), caseId: id.nullable() }),
  ),
  acts: z.array(auditEntry),
}

const dossierPerson = {
  isRestricted: z.boolean(),
  warnings: z.number().int(),
}

const dossierList = z.object(history).keyof()
export type DossierList = z.infer<typeof dossierList>

export const userDossier = z.object({
  person: z.discriminatedUnion('role', [
    listedMentee.extend({ ...dossierPerson, role: z.literal('mentee') }),
    listedMentor.extend({ ...dossierPerson, role: z.literal('mentor'), isOnProbation: z.boolean() }),
  ]),
  ...history,
  /** The lists that have more than came: of these the newest. */
  shortened: z.array(dossierList).optional(),
})
export type UserDossier = z.infer<typeof userDossier>
