import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { useMemoryForScratch } from './lib/test-scratch.mjs'

const parent = mkdtempSync(join(tmpdir(), 'marga-scratch-'))
after(() => rmSync(parent, { recursive: true, force: true }))

test('what tests make lies in a folder that everybody may enter, where there is room', () => {
  const env = {}
  const folder = useMemoryForScratch({ parent, needed: 1, env })
  assert.equal(dirname(folder), parent)
  assert.equal(statSync(folder).mode & 0o7777, 0o1777)
  assert.deepEqual(env, { TMPDIR: folder })
})

test('it lies where it always does without room, or without such a folder', () => {
  const env = {}
  assert.equal(useMemoryForScratch({ parent, needed: Number.MAX_SAFE_INTEGER, env }), undefined)
  assert.equal(useMemoryForScratch({ parent: join(parent, 'none'), needed: 1, env }), undefined)
  assert.deepEqual(env, {})
})
