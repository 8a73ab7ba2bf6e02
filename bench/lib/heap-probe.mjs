// Loaded into a process that a bench measures: at SIGUSR2 it collects its garbage and writes what is left, in bytes.
import { writeFileSync } from 'node:fs'

process.on('SIGUSR2', () => {
  globalThis.gc()
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  writeFileSync(process.env.HEAP_FILE, String(heapUsed + external))
})
