import { once } from 'node:events'

export const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null

const actions = new Set()
let isListening = false

/** What is left where a run does not come to its end; the latest first. @returns takes it back */
export function atExit(action) {
  // One listener for all: Node warns of the eleventh.
  if (!isListening) process.once('exit', clearUp)
  isListening = true
  const own = () => action()
  actions.add(own)
  return () => actions.delete(own)
}

function clearUp() {
  for (const action of [...actions].reverse()) {
    try {
      action()
    } catch (error) {
      // The others have to end all the same.
      console.error(error)
    }
  }
}

/** For one whose test may not come to its end. @returns the child */
export function killAtExit(child) {
  child.once(
    'exit',
    atExit(() => child.kill('SIGKILL')),
  )
  return child
}

/** The same for it and everything that it started; it leads a group of its own (`detached`). @returns the child */
export function killGroupAtExit(child) {
  child.once(
    'exit',
    atExit(() => child.pid && process.kill(-child.pid, 'SIGKILL')),
  )
  return child
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
