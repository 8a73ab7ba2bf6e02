const keyOf = (slotId: string) => `liveJoined:${slotId}`

/** Whether this tab is in the room: a reload then returns to it without asking again. */
export const hasJoined = (slotId: string): boolean => {
  try {
    return sessionStorage.getItem(keyOf(slotId)) !== null
  } catch {
    return false
  }
}

export function rememberJoined(slotId: string): void {
  try {
    sessionStorage.setItem(keyOf(slotId), '1')
  } catch {
    // Without storage a reload leads to the lobby.
  }
}

export function forgetJoined(slotId: string): void {
  try {
    sessionStorage.removeItem(keyOf(slotId))
  } catch {
    // Nothing was remembered either.
  }
}
