import { tabStorage } from '../../lib/browser-storage.ts'

const keyOf = (slotId: string) => `liveJoined:${slotId}`

/** Whether this tab is in the room: a reload then returns to it without asking again. */
export const hasJoined = (slotId: string): boolean => tabStorage.getItem(keyOf(slotId)) !== null

export const rememberJoined = (slotId: string): void => tabStorage.setItem(keyOf(slotId), '1')

export const forgetJoined = (slotId: string): void => tabStorage.removeItem(keyOf(slotId))
