import { once } from 'node:events'

export const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null

const running = new Set()
let isKilledAtExit = false

/** For one whose test may not come to its end. @returns the child */
export function killAtExit(child) {
  // One listener for all: Node warns of the eleventh.
  if (!isKilledAtExit) process.once('exit', killRunning)
  isKilledAtExit = true
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

function killRunning() {
  for (const child of running) child.kill('SIGKILL')
}

/** Sends a signal and waits until it is gone; nothing when it is gone already. */
export async function endProcess(child, signal) {
  if (!child || hasEnded(child)) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

/** The same for it and everything that it started; it leads a group of its own (`detached`). */
export async function endGroup(child, signal) {
  if (!child || hasEnded(child)) return
  const gone = once(child, 'exit')
  process.kill(-child.pid, signal)
  await gone
}
