import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * Of the whole project, not a mock of each file: modules are loaded once, and a file that mocks comes too late where
 * another one has loaded the library.
 */
const alias = [
  { find: /^socket\.io-client$/, replacement: join(import.meta.dirname, 'app/testing/fake-socket.ts') },
]

export default defineConfig({
  resolve: { alias, conditions: ['source', 'module', 'browser', 'development'] },
  test: {
    name: 'web',
    environment: 'jsdom',
    // Each module is loaded once, not once a file, which takes five times as long: what a test changes it puts back.
    isolate: false,
    include: ['app/**/*.test.{ts,tsx}', 'worker/**/*.test.ts'],
    // Read as text by the test of their figures; other style sheets are empty in tests.
    css: { include: [/styles\/(base|tokens)\.css/] },
    setupFiles: ['app/testing/setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    // Only what hangs: a busy machine is no failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
