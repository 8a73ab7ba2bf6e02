import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A reference or a load generator as a process of its own; it says its address, or anything, when it is ready. */
export async function startWorkerProcess(
  file: string,
  env: Record<string, string> = {},
  nodeOptions: readonly string[] = [],
) {
  const child = fork(join(import.meta.dirname, file), {
    env: { ...process.env, ...env },
    execArgv: ['--import', 'tsx', ...nodeOptions],
  })
  const [said] = (await once(child, 'message')) as [unknown]
  return {
    said,
    pid: child.pid!,
    /** Asks it, and waits for its next answer. */
    async ask(question: object): Promise<unknown> {
      const answered = once(child, 'message')
      child.send(question)
      const [answer] = (await answered) as [unknown]
      return answer
    },
    stop: () => stop(child),
  }
}
export type WorkerProcess = Awaited<ReturnType<typeof startWorkerProcess>>

async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}
