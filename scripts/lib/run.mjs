import { spawn } from 'node:child_process'
import { PlainError } from './console.mjs'
import { root } from './project.mjs'

const running = new Set()
const signalNumbers = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 }

/** Runs a program to its end and gives back its exit code; its output is shown as it comes. */
export function runShown(command, args, options = {}) {
  return follow(spawn(command, args, { cwd: root, stdio: 'inherit', ...options }), command)
}

/** Runs a program to its end and gives back what it said, `{ code, output }`. */
export async function runCaught(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let output = ''
  const keep = (chunk) => {
    output += chunk
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return { code: await follow(child, command), output }
}

/** Runs a program to its end; its output is shown only when it fails, as the error. */
export async function runQuietly(command, args, options = {}) {
  const { code, output } = await runCaught(command, args, options)
  if (code !== 0)
    throw new PlainError(`${output.trim()}\n\n${command} ${args.join(' ')} ended with code ${code}`)
  return output
}

/** Its exit code, or 128 and the signal's number as shells have it. */
export function exitCodeOf(code, signal) {
  return code ?? 128 + (signalNumbers[signal] ?? 9)
}

function follow(child, command) {
  if (running.size === 0) for (const signal of Object.keys(signalNumbers)) process.on(signal, endAll)
  running.add(child)
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new PlainError(`${command} could not be run: ${error.message}`)))
    child.once('close', (code, signal) => resolve(exitCodeOf(code, signal)))
  }).finally(() => {
    running.delete(child)
    if (running.size === 0) for (const signal of Object.keys(signalNumbers)) process.off(signal, endAll)
  })
}

/** A signal to us alone must not leave the compiler working on. */
function endAll(signal) {
  for (const child of running) child.kill(signal)
  process.exit(128 + signalNumbers[signal])
}
