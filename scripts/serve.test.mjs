import assert from 'node:assert/strict'
import test from 'node:test'
import { forcedAfterMs } from './lib/serve.mjs'

test('a server that goes on answering before it ends is not killed meanwhile', () => {
  assert.equal(forcedAfterMs({}), 40_000)
  assert.equal(forcedAfterMs({ DRAIN_SECONDS: '60' }), 100_000)
})
