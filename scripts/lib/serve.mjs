import { spawn } from 'node:child_process'
import { inProject, root } from './project.mjs'
import { exitCodeOf } from './run.mjs'

/** As long as the server may take of its own accord: it goes on answering for so long before it ends. */
export const forcedAfterMs = ({ DRAIN_SECONDS: drainSeconds }) => 40_000 + 1000 * (Number(drainSeconds) || 0)
/** What start and server say to each other: server/src/start-script.ts */
const pagesBuilt = 'pages built'
const isRunning = 'is running'

/**
 * Runs Node with the given arguments until it ends, and gives back its exit code. `pages`, where it began before they
 * were built, settles when they are. `onRunning` is called once it serves.
 *
 * The child has a session of its own. Otherwise Ctrl-C would reach it twice or three times: from the terminal,
 * from us, and from npm by way of us. So the first signal is passed on, once, and later ones only waited for. Should we
 * be killed, the child notices and stops by itself.
 */
export function serve(args, env, { pages, onRunning } = {}) {
  const guard = inProject('scripts/lib/stop-with-parent.mjs')
  const child = spawn(process.execPath, ['--import', `file://${guard}`, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  passOnSignals(child, forcedAfterMs({ ...process.env, ...env }))
  pages?.then(
    () => child.connected && child.send(pagesBuilt),
    () => child.kill('SIGTERM'),
  )
  child.on('message', (message) => {
    if (message === isRunning) onRunning?.()
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (signal) console.error(`The server was ended by ${signal}.`)
      resolve(exitCodeOf(code, signal))
    })
  })
}

function passOnSignals(child, limitMs) {
  let isStopping = false
  const passOn = (signal) => {
    if (isStopping) return
    isStopping = true
    // A closed terminal means the same as a request to stop.
    child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    setTimeout(() => child.kill('SIGKILL'), limitMs).unref()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, passOn)
}
