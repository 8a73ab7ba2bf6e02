import { z } from 'zod'
import { isoTime } from './common.ts'
import { vettingItems } from './vetting-states.ts'

export {
  type ApplicationStage,
  applicationStages,
  type MovableStage,
  movableStages,
  probationMentees,
  type VettingItem,
  vettingChecklist,
  vettingItems,
} from './vetting-states.ts'

/** What an applicant sees of the checklist. */
export const checklist = z.array(
  z.object({
    item: z.enum(vettingItems),
    label: z.string(),
    description: z.string(),
    isChecked: z.boolean(),
  }),
)

/** As moderators see it: with what proves it, and who ticked it. */
export const vettingCheck = z.object({
  item: z.enum(vettingItems),
  /** Null while it is not ticked. */
  evidence: z.string().nullable(),
  checkedBy: z.string().nullable(),
  checkedAt: isoTime.nullable(),
})
export type VettingCheck = z.infer<typeof vettingCheck>
