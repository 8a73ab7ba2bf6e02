import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const probe = join(import.meta.dirname, 'heap-probe.mjs')

/** How a process is started whose heap is to be read, and what reads it. */
export function createHeapProbe(name: string) {
  const file = join(tmpdir(), `marga-heap-${process.pid}-${name}`)
  return {
    nodeOptions: ['--expose-gc', '--import', probe],
    env: { HEAP_FILE: file },
    /** Bytes in use after a collection. */
    async read(pid: number): Promise<number> {
      rmSync(file, { force: true })
      process.kill(pid, 'SIGUSR2')
      for (;;) {
        await sleep(100)
        const bytes = Number(readIfThere(file))
        if (bytes > 0) return bytes
      }
    },
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
