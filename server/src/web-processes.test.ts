import { describe, expect, it } from 'vitest'
import { requestConnections, webProcessesFor } from './web-processes.rules.ts'

const gigabyte = 2 ** 30

describe('processes that answer requests', () => {
  it.each([
    { cores: 1, memory: 8, processes: 1 },
    { cores: 2, memory: 8, processes: 1 },
    { cores: 3, memory: 8, processes: 1 },
    { cores: 4, memory: 8, processes: 3 },
    { cores: 8, memory: 16, processes: 4 },
    { cores: 64, memory: 256, processes: 4 },
    { cores: 8, memory: 2, processes: 3 },
    { cores: 8, memory: 1, processes: 1 },
    { cores: 8, memory: 0.25, processes: 1 },
  ])('are $processes on $cores cores with $memory GB', ({ cores, memory, processes }) => {
    expect(webProcessesFor({ cores, memoryBytes: memory * gigabyte })).toBe(processes)
  })

  it('leave room among the hundred connections of a PostgreSQL as it is installed', () => {
    for (const processes of [2, 3, 4]) {
      const requests = requestConnections(processes)
      // Beside those: 8 for searches, one that listens and one that holds locks.
      const ofWeb = processes * (requests + 8 + 2)
      // 9 for jobs, and two that listen.
      const ofJobs = requests + 9 + 2 + 1
      const ofFirst = 3
      expect(ofWeb + ofJobs + ofFirst).toBeLessThanOrEqual(97)
    }
  })
})
