import { randomBytes } from 'node:crypto'
import Stripe from 'stripe'
import type * as kept from './objects.ts'
import { missing } from './rejections.ts'

type Kind = kept.Kept['object']
type Of<K extends Kind> = Extract<kept.Kept, { object: K }>
/** What was deleted has left its id behind. */
type There<K extends Kind> = Exclude<Of<K>, kept.DeletedCustomer>

/** Everything that happened at the stand-in, and the events that Stripe would send of it. */
export function createBooks(now: () => Date, isLive = false) {
  const things = new Map<string, kept.Kept>()
  const events: kept.Event[] = []
  const listeners: ((event: kept.Event) => void)[] = []
  const unix = () => Math.floor(now().getTime() / 1000)

  return {
    isLive,
    events,
    /** What a session sells, of which Stripe shows the price only when asked for its line items. */
    sold: new Map<string, { price: kept.Price; metadata: Record<string, string> }>(),
    /** Where the operator has told Stripe to send its events. */
    endpoints: [] as kept.WebhookEndpoint[],
    unix,
    onEvent: (listener: (event: kept.Event) => void) => void listeners.push(listener),
    newId: (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`,

    add<T extends kept.Kept>(thing: T): T {
      things.set(thing.id, thing)
      return thing
    },

    /** Of that kind, or 404 `resource_missing`. */
    get<K extends Kind>(kind: K, id: string): Of<K> {
      const thing = things.get(id)
      if (thing?.object !== kind) throw missing(kind, id)
      return thing as Of<K>
    },

    /** Of that kind, named in a parameter: 400 `resource_missing`; what was deleted is not there for it. */
    named<K extends Kind>(kind: K, id: string | undefined, param: string): There<K> {
      const thing = things.get(id ?? '')
      if (thing?.object === kind && !('deleted' in thing)) return thing as There<K>
      throw missing(kind, id ?? '', { status: 400, param })
    },

    drop: (id: string) => void things.delete(id),
    find: (id: string) => things.get(id),

    /** Newest first, as Stripe lists. */
    all: <K extends Kind>(kind: K): There<K>[] =>
      (
        [...things.values()].filter((thing) => thing.object === kind && !('deleted' in thing)) as There<K>[]
      ).reverse(),

    tell(type: kept.EventType, thing: kept.Kept) {
      const event = eventOf(type, thing, { created: unix(), livemode: isLive })
      events.push(event)
      for (const listener of listeners) listener(event)
    },
  }
}
export type Books = ReturnType<typeof createBooks>

/** The event holds the object as it is at this moment: docs.stripe.com/api/events/object. */
const eventOf = (
  type: kept.EventType,
  thing: kept.Kept,
  of: { created: number; livemode: boolean },
): kept.Event => ({
  id: `evt_${randomBytes(12).toString('hex')}`,
  object: 'event',
  api_version: Stripe.API_VERSION,
  ...of,
  type,
  data: { object: structuredClone(thing) },
})
