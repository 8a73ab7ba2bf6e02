import { z } from 'zod'
import { isoTime } from './common.ts'
import type { ErrorCode } from './error-catalogue.ts'
import { liveNotes } from './live.ts'
import { slot, slotClashes } from './slots.ts'

/** What a refusal carries beside its code, its message and the fields at fault; nothing for the codes that are not here. */
export const errorDetails = {
  /** `clashes`: which of several times were taken. */
  slot_unavailable: z.object({ alternatives: z.array(slot), clashes: z.array(isoTime).optional() }),
  slot_overlap: slotClashes,
  invalid_request: slotClashes,
  payment_required: z.object({ pending: z.boolean() }),
  already_decided: z.object({ decidedBy: z.string(), decidedAt: z.string().nullable() }),
  already_claimed: z.object({ claimedBy: z.string(), until: z.string() }),
  too_early: z.object({ opensAt: z.string() }),
  version_conflict: liveNotes,
} as const satisfies Partial<Record<ErrorCode, z.ZodObject>>

type Schemas = typeof errorDetails
export type ErrorDetails<C extends ErrorCode = ErrorCode> = C extends keyof Schemas
  ? z.output<Schemas[C]>
  : never
