import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { compressPages } from './lib/compress.mjs'

test('the pages are compressed once, whole, and what nobody packs is left alone', async (context) => {
  const client = mkdtempSync(join(tmpdir(), 'marga-compress-'))
  context.after(() => rmSync(client, { recursive: true, force: true }))
  mkdirSync(join(client, 'assets'))
  for (const name of ['assets/a.js', 'assets/b.css', 'assets/c.woff2', 'worker.js'])
    writeFileSync(join(client, name), 'text '.repeat(100))
  writeFileSync(join(client, 'assets/b.css.br'), 'as it was')
  await compressPages(client)
  const read = (name) => readFileSync(join(client, name))
  for (const name of ['assets/a.js', 'worker.js'])
    assert.deepEqual(brotliDecompressSync(read(`${name}.br`)), read(name))
  assert.equal(read('assets/b.css.br').toString(), 'as it was')
  assert.deepEqual(readdirSync(join(client, 'assets')).sort(), [
    'a.js',
    'a.js.br',
    'b.css',
    'b.css.br',
    'c.woff2',
  ])
})
