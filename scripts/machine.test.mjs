import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { requireFreePort, requireSpace } from './lib/machine.mjs'

test('a port that is taken and a disk that is too small are noticed before anything is done', async () => {
  const other = createServer()
  await new Promise((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address()
  await assert.rejects(
    requireFreePort({ PORT: String(port) }),
    new RegExp(`Port ${port} is taken .*PORT=${port + 1}`),
  )
  await new Promise((resolve) => other.close(resolve))
  await requireFreePort({ PORT: String(port) })
  assert.throws(
    () => requireSpace(10 ** 9, 'a test'),
    /too little room .* a test needs 1000000000 MB, and \d+ MB are free/,
  )
})
