import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** `source` lets tests run the contract's TypeScript without building it first. */
const conditions = ['source']

export default defineConfig({
  test: {
    // Much of a server test is waiting for PostgreSQL: a machine of two cores does two files at once.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        resolve: { conditions },
        ssr: { resolve: { conditions } },
        test: {
          name: 'contract',
          isolate: false,
          include: ['contract/src/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        resolve: { conditions },
        ssr: { resolve: { conditions } },
        test: {
          name: 'server',
          // No test of the server changes a module for others: each is loaded once, not once a file.
          isolate: false,
          include: ['server/src/**/*.test.ts'],
          execArgv: ['--require', join(import.meta.dirname, 'testkit/fast-password-hashes.cjs')],
          globalSetup: ['server/src/testing/databases.ts', 'testkit/built-server.mjs'],
          // Only what hangs: on a busy machine the storms of requests take long.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      './web/vitest.config.ts',
    ],
  },
})
