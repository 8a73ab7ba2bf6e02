import type { WaitlistPlace } from '@marga/contract/waitlist'

/** `free`: anyone may subscribe. `offered`: a place is kept for this mentee. */
export type PlaceState =
  | { kind: 'free' }
  | { kind: 'full' }
  | { kind: 'waiting'; position: number }
  | { kind: 'offered'; until: string }

type Situation = { isFull: boolean; place: WaitlistPlace | undefined; now: Date }

/** What a mentee who is not subscribed can do with a mentor's places. */
export function placeState({ isFull, place, now }: Situation): PlaceState {
  if (place?.offeredUntil && new Date(place.offeredUntil) > now)
    return { kind: 'offered', until: place.offeredUntil }
  if (!isFull) return { kind: 'free' }
  return place ? { kind: 'waiting', position: place.position } : { kind: 'full' }
}
