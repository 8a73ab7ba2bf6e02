import { once } from 'node:events'

export const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null

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
