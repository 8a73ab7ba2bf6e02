import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['source', 'module', 'browser', 'development'] },
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['app/**/*.test.{ts,tsx}'],
    // Read as text by the test of their figures; other style sheets are empty in tests.
    css: { include: [/styles\/(base|tokens)\.css/] },
    setupFiles: ['app/testing/setup.ts'],
    restoreMocks: true,
    testTimeout: 30_000,
  },
})
