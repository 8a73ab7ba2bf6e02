import { limits } from '@marga/contract/limits'
import { useSyncExternalStore } from 'react'
import { browserStorage, storageSubscription } from '../../lib/browser-storage.ts'

const key = 'marga.favourites'
const changed = 'marga:favourites'
const subscribe = storageSubscription(changed)
const none: readonly string[] = []
let parsed: { text: string | null; ids: readonly string[] } = { text: null, ids: none }

/** Ids of what a visitor has put aside in this browser, the last one first. */
export function readDeviceFavourites(): readonly string[] {
  const text = browserStorage.getItem(key)
  // An unchanged list is the same object.
  if (text !== parsed.text) parsed = { text, ids: text === null ? none : idsOf(text) }
  return parsed.ids
}

/** Anything may be stored there. */
function idsOf(text: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(text)
    return Array.isArray(stored) ? stored.filter(isId).slice(0, limits.favouritesMax) : none
  } catch {
    return none
  }
}

const isId = (value: unknown): value is string => typeof value === 'string' && /^[\da-f-]{36}$/i.test(value)

/** Of more than are kept the oldest goes. */
export function toggleDeviceFavourite(mentorId: string): void {
  const ids = readDeviceFavourites()
  const others = ids.filter((id) => id !== mentorId)
  store(others.length < ids.length ? others : [mentorId, ...others])
}

export const forgetDeviceFavourites = (): void => store(none)

function store(ids: readonly string[]) {
  if (ids.length === 0) browserStorage.removeItem(key)
  else browserStorage.setItem(key, JSON.stringify(ids.slice(0, limits.favouritesMax)))
  window.dispatchEvent(new Event(changed))
}

/** None on the server. */
export const useDeviceFavourites = () => useSyncExternalStore(subscribe, readDeviceFavourites, () => none)
