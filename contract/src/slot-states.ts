export const slotTypes = ['session', 'intro'] as const
export type SlotType = (typeof slotTypes)[number]
export const slotStatuses = ['open', 'booked', 'completed', 'missed', 'cancelled'] as const
export type SlotStatus = (typeof slotStatuses)[number]
export const missedByValues = ['mentee', 'mentor', 'both'] as const

/** Which action is legal in which state. The server enforces it; the browser disables buttons by it. */
const legalIn = {
  book: ['open'],
  cancel: ['booked'],
  remove: ['open', 'booked'],
} as const satisfies Record<string, readonly SlotStatus[]>

export function slotAllows(
  action: keyof typeof legalIn,
  of: { status: SlotStatus; start: string },
  now: Date,
): boolean {
  const states: readonly SlotStatus[] = legalIn[action]
  return states.includes(of.status) && new Date(of.start) > now
}
