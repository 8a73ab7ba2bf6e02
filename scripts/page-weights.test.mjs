import { deepStrictEqual, throws } from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { weighPages } from './lib/page-weights.mjs'

const manifest = {
  entry: { module: '/assets/entry.js', imports: ['/assets/shared.js'] },
  routes: {
    root: { id: 'root', module: '/assets/root.js', imports: ['/assets/shared.js'] },
    'pages/public/landing-page': {
      id: 'pages/public/landing-page',
      parentId: 'root',
      module: '/assets/landing.js',
      imports: [],
    },
    'pages/other-page': { id: 'pages/other-page', parentId: 'root', module: '/assets/other.js' },
  },
}

test('a page weighs its own files and those of what is around it, each once, compressed, and says how many they are', () => {
  const folder = mkdtempSync(join(tmpdir(), 'weights-'))
  const assets = join(folder, 'assets')
  mkdirSync(assets)
  throws(() => weighPages(folder), /no manifest/)
  writeFileSync(join(assets, 'manifest-1.js'), `window.x=${JSON.stringify(manifest)};`)
  for (const [name, bytes] of Object.entries({
    entry: 1000,
    shared: 2000,
    root: 3000,
    landing: 4000,
    other: 500,
  })) {
    writeFileSync(join(assets, `${name}.js`), 'x'.repeat(bytes * 3))
    writeFileSync(join(assets, `${name}.js.br`), 'x'.repeat(bytes))
  }
  deepStrictEqual(weighPages(folder), [
    { page: 'pages/public/landing-page', kilobytes: 10, budget: 115, files: 4 },
    { page: 'pages/other-page', kilobytes: 6.5, budget: 180, files: 4 },
  ])
  rmSync(folder, { recursive: true })
})
