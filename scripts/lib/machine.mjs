import { statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import { PlainError } from './console.mjs'
import { inProject } from './project.mjs'

const mb = 2 ** 20

/** What installing and building side by side take at their worst, and one after the other. */
export const memoryWantedMb = 2048

/** What this process and its children may use: of the machine, of its container, or by NODE_OPTIONS. */
export function memoryMb() {
  const allowed = process.constrainedMemory?.() ?? 0
  const ofMachine = allowed > 0 ? Math.min(allowed, totalmem()) : totalmem()
  const ofNode = /--max[-_]old[-_]space[-_]size/.test(process.env.NODE_OPTIONS ?? '')
    ? getHeapStatistics().heap_size_limit
    : Number.POSITIVE_INFINITY
  return Math.floor(Math.min(ofMachine, ofNode) / mb)
}

/** @throws PlainError when the project's folder has not so much room */
export function requireSpace(wantedMb, purpose) {
  const folder = inProject()
  const { bavail, bsize } = statfsSync(folder)
  const freeMb = Math.floor((bavail * bsize) / mb)
  if (freeMb < wantedMb)
    throw new PlainError(
      `There is too little room on the disk of ${folder}: ${purpose} needs ${wantedMb} MB, and ${freeMb} MB are free. Nothing was changed.`,
    )
}

/** Before the minutes that a build takes. @throws PlainError when somebody listens there already */
export async function requireFreePort({ PORT, HOST } = process.env) {
  const port = Number(PORT || 3000)
  // What is no port at all, the server's own reading of its environment says better.
  if (!Number.isInteger(port) || port < 1 || port > 65535) return
  const code = await new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error) => resolve(error.code))
    probe.listen(port, HOST || '127.0.0.1', () => probe.close(() => resolve(undefined)))
  })
  if (code === 'EADDRINUSE')
    throw new PlainError(
      `Port ${port} is taken by another program, perhaps by an earlier start. End that one, or choose another port: PORT=${port + 1} npm start`,
    )
  if (code === 'EACCES')
    throw new PlainError(
      `Port ${port} may not be used by this user. Choose one above 1023: PORT=3000 npm start`,
    )
}
