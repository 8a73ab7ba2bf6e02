import { limits } from '@marga/contract/limits'
import type { Slot } from '@marga/contract/slots'

/** A list of slots is cut at so many: the rest is asked for from the last one's start on. In the order of their starts. */
export async function fetchWholeRange(
  fetchFrom: (from: Date) => Promise<Slot[]>,
  from: Date,
  cutAt: number = limits.unpagedListMax,
): Promise<Slot[]> {
  const found = new Map<string, Slot>()
  for (let next = from; ; ) {
    const some = await fetchFrom(next)
    const before = found.size
    for (const slot of some) found.set(slot._id, slot)
    const last = some.at(-1)
    if (!last || some.length < cutAt || found.size === before) return [...found.values()]
    next = new Date(last.start)
  }
}
