/** Without an id: anybody may look. */
export const presentOpenSlot = <Type>(row: { startsAt: Date; endsAt: Date; type: Type }) => ({
  start: row.startsAt.toISOString(),
  end: row.endsAt.toISOString(),
  type: row.type,
})
