import { createCountWindows } from '../platform/count-windows.ts'
import type { Siblings } from '../platform/siblings/siblings.ts'

/** What the first process of a command is to the others, for apps that share one process. */
export function createLinkedSiblings() {
  type Member = { id: number; told: Set<Parameters<Siblings['onTold']>[0]>; left: Set<(who: number) => void> }
  const members = new Map<number, Member>()
  const count = createCountWindows()
  let lastId = 0
  const others = (id: number) => [...members.values()].filter((member) => member.id !== id)
  return {
    join(): Siblings & { leave(): void } {
      const id = ++lastId
      const own: Member = { id, told: new Set(), left: new Set() }
      members.set(id, own)
      return {
        assignment: { role: 'web', name: `web-${id}`, webProcesses: 2, databaseUrl: '' },
        // As between processes, nothing arrives at once.
        tell: (message) =>
          void setImmediate(() => {
            for (const { told } of others(id)) for (const listener of told) listener(message, id)
          }),
        onTold: (listener) => void own.told.add(listener),
        onLeft: (listener) => void own.left.add(listener),
        counts: { isUp: () => true, count: async (keys) => keys.map(count) },
        onMeasure() {},
        ready() {},
        failed() {},
        leave() {
          members.delete(id)
          for (const { left } of members.values()) for (const listener of left) listener(id)
        },
      }
    },
  }
}
