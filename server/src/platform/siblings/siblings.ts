import type { Counted } from '../count-windows.ts'
import type { SharedCounts } from '../rate-limiter.ts'
import { type Assignment, type FromPrimary, packetOf, type Told, type ToPrimary } from './protocol.ts'

/** The other processes that one command has started, by way of the first of them: docs/decisions/024-both-cores.md */
export type Siblings = {
  readonly assignment: Assignment
  /** To all others, each of which hears one's messages in their order. */
  tell(told: Told): void
  onTold(listener: (told: Told, from: number) => void): void
  /** Called for each that has ended, however it ended. */
  onLeft(listener: (who: number) => void): void
  /** In the first process, exactly. */
  readonly counts: SharedCounts
  /** What this process tells the first one of itself, each time it asks; nothing before. */
  onMeasure(measure: () => Promise<object[]>): void
  /** The first process knows then that this one serves. */
  ready(url: string): void
  failed(why: string): void
}

type Waiting = (counted: Counted[]) => void

/** Of a process that the primary has started. Node ends it when the primary is gone, so nobody waits for that in vain. */
export async function joinSiblings(): Promise<Siblings> {
  const send = createSender()
  const told = new Set<(told: Told, from: number) => void>()
  const left = new Set<(who: number) => void>()
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let measure: () => Promise<object[]> = async () => []
  const tellFigures = async (id: number) =>
    send({ says: 'measured', id, figures: await measure().catch(() => []) })
  const assignment = await new Promise<Assignment>((begin) => {
    process.on('message', (packet) => {
      for (const item of packetOf<FromPrimary>(packet)) {
        if (item.says === 'told') for (const listener of told) listener(item, item.from)
        else if (item.says === 'counted') settle(waiting, item.id, item.counted)
        else if (item.says === 'measure') void tellFigures(item.id)
        else if (item.says === 'left') for (const listener of left) listener(item.who)
        else begin(item.assignment)
      }
    })
    send({ says: 'hello' })
  })

  return {
    assignment,
    tell: ({ text, rooms }) => send({ says: 'tell', text, rooms }),
    onTold: (listener) => void told.add(listener),
    onLeft: (listener) => void left.add(listener),
    counts: {
      isUp: () => process.connected,
      count: (keys) =>
        new Promise((resolve) => {
          const id = ++lastId
          waiting.set(id, resolve)
          send({ says: 'count', id, keys })
        }),
    },
    onMeasure(given) {
      measure = given
    },
    ready: (url) => send({ says: 'ready', url }),
    failed: (why) => send({ says: 'failed', why }),
  }
}

function settle(waiting: Map<number, Waiting>, id: number, counted: Counted[]) {
  waiting.get(id)?.(counted)
  waiting.delete(id)
}

/** What is said in one turn of the event loop goes by one write. */
function createSender() {
  let packet: ToPrimary[] = []
  function flush() {
    const marga = packet
    packet = []
    // A primary that has just gone takes this process with it.
    process.send?.({ marga }, undefined, undefined, () => {})
  }
  return (item: ToPrimary) => {
    if (packet.push(item) === 1) setImmediate(flush)
  }
}
