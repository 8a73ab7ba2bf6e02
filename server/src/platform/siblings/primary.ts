import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCountWindows } from '../count-windows.ts'
import type { Log } from '../log.ts'
import { type Assignment, type FromPrimary, packetOf, type ToPrimary } from './protocol.ts'

/** A place that a process fills, and its successor after it. */
type Slot = {
  assignment: Assignment
  worker: Worker
  startedAtMs: number
  /** Before the next successor, while they end soon. */
  pauseMs: number
  /** Until the first process of this slot serves; its successors have nobody to tell. */
  starting: { resolve: (url: string) => void; reject: (error: Error) => void } | undefined
  why: string | undefined
}
type Place = Omit<Slot, 'worker'>
type Primary = {
  log: Log
  slots: Map<string, Slot>
  count: ReturnType<typeof createCountWindows>
  /** What is done with the figures of each process that was asked for them. */
  measuring: Map<number, (figures: object[]) => void>
  lastQuestion: number
  isStopping: boolean
}
/** Figures as prom-client has them; none of a process that is not there yet, or does not answer. */
export type Measured = { process: string; figures: object[] }

/** One that lived so long did not end of what it began with. */
const soonMs = 30_000
const pauseMinMs = 250
const pauseMaxMs = 30_000
/** Longer than a process waits for the database, and shorter than Prometheus for an answer. */
const measuredWithinMs = 4_000

/**
 * Starts the processes of an installation, replaces those that end, and passes on what they tell each other. It holds
 * what they share and does nothing else, so that nothing keeps it from answering.
 */
export function createPrimary({ log }: { log: Log }) {
  const primary: Primary = {
    ...{ log, slots: new Map(), count: createCountWindows(), isStopping: false },
    ...{ measuring: new Map(), lastQuestion: 0 },
  }
  return {
    /** @returns the address of the new process once it serves. @throws what kept it from that */
    start: (assignment: Assignment) =>
      new Promise<string>((resolve, reject) => {
        fill(primary, assignment, { resolve, reject })
      }),
    /** Whoever does not answer keeps nobody else from being heard. */
    measure: (): Promise<Measured[]> =>
      Promise.all([...primary.slots.values()].map((slot) => measureOne(primary, slot))),
    /** Ends all of them in order, and after `maxWaitMs` as it comes. */
    stop: (signal: NodeJS.Signals, maxWaitMs: number) => stop(primary, signal, maxWaitMs),
  }
}

function fill(primary: Primary, assignment: Assignment, starting: Slot['starting'], pauseMs = pauseMinMs) {
  const place: Place = { assignment, starting, pauseMs, startedAtMs: performance.now(), why: undefined }
  let worker: Worker
  try {
    worker = cluster.fork()
  } catch (error) {
    // There is no memory, say, for one more process now.
    return void replace(primary, place, (error as Error).message)
  }
  const slot: Slot = { ...place, worker }
  primary.slots.set(assignment.name, slot)
  worker.on('message', (packet: unknown) => hear(primary, slot, packetOf<ToPrimary>(packet)))
  worker.once('exit', (code, signal) => void leave(primary, slot, signal ?? `exit code ${code}`))
  worker.on('error', (error: Error) => {
    // One that could not be begun has no end; that of any other is told by itself.
    if (worker.process.pid === undefined) void leave(primary, slot, error.message)
  })
}

/** What came together is passed on together. */
function hear(primary: Primary, slot: Slot, items: readonly ToPrimary[]) {
  const { worker } = slot
  const toOthers: FromPrimary[] = []
  const replies: FromPrimary[] = []
  for (const item of items) {
    if (item.says === 'tell') toOthers.push({ ...item, says: 'told', from: worker.id })
    else if (item.says === 'count')
      replies.push({ says: 'counted', id: item.id, counted: item.keys.map(primary.count) })
    else if (item.says === 'hello') replies.push({ says: 'begin', assignment: slot.assignment })
    else if (item.says === 'measured') primary.measuring.get(item.id)?.(item.figures)
    else if (item.says === 'failed') slot.why = item.why
    else settleStart(slot, item.url)
  }
  tellOthers(primary, slot, toOthers)
  send(worker, replies)
}

async function measureOne(primary: Primary, { assignment, worker }: Slot): Promise<Measured> {
  const { measuring } = primary
  const id = ++primary.lastQuestion
  const answered = new Promise<object[]>((resolve) => measuring.set(id, resolve))
  if (worker.isConnected()) send(worker, [{ says: 'measure', id }])
  else measuring.get(id)?.([])
  const figures = await Promise.race([answered, sleep(measuredWithinMs, [], { ref: false })])
  measuring.delete(id)
  return { process: assignment.name, figures }
}

function settleStart(slot: Slot, url: string) {
  slot.starting?.resolve(url)
  slot.starting = undefined
}

function tellOthers({ slots }: Primary, slot: Slot, items: readonly FromPrimary[]) {
  const withoutSockets = items.filter((item) => item.says !== 'told' || !item.rooms)
  for (const other of slots.values())
    if (other !== slot) send(other.worker, other.assignment.role === 'jobs' ? withoutSockets : items)
}

function send(worker: Worker, items: readonly FromPrimary[]) {
  // One that is ending hears no more, and its end is told by itself.
  if (items.length > 0 && worker.isConnected()) worker.send({ marga: items }, undefined, undefined, () => {})
}

async function leave(primary: Primary, slot: Slot, how: string) {
  tellOthers(primary, slot, [{ says: 'left', who: slot.worker.id }])
  await replace(primary, slot, how)
}

async function replace(primary: Primary, place: Place, how: string) {
  const { assignment, starting, why } = place
  const { name } = assignment
  if (primary.isStopping) return
  if (starting) return starting.reject(new Error(why ?? `its process ${name} ended (${how})`))
  const livedMs = performance.now() - place.startedAtMs
  const pauseMs = livedMs > soonMs ? pauseMinMs : place.pauseMs
  primary.log.error({ process: name, how, why, pauseMs }, 'a process has ended and is replaced')
  await sleep(pauseMs, undefined, { ref: false })
  if (primary.isStopping) return
  fill(primary, assignment, undefined, Math.min(pauseMs * 2, pauseMaxMs))
}

async function stop(primary: Primary, signal: NodeJS.Signals, maxWaitMs: number) {
  primary.isStopping = true
  const living = [...primary.slots.values()].filter(({ worker }) => !worker.isDead())
  const ends = living.map(({ worker }) => new Promise((resolve) => worker.once('exit', resolve)))
  for (const { worker } of living) worker.process.kill(signal)
  const cutting = setTimeout(() => {
    for (const { worker } of living) worker.process.kill('SIGKILL')
  }, maxWaitMs)
  await Promise.all(ends)
  clearTimeout(cutting)
}
