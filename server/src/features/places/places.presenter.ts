import type { WaitlistPlace } from '@marga/contract/waitlist'

type Row = { mentorId: string; position: number; offeredUntil: Date | null }

export const presentPlace = ({ mentorId, position, offeredUntil }: Row): WaitlistPlace => ({
  mentorId,
  position,
  offeredUntil: offeredUntil?.toISOString() ?? null,
})
