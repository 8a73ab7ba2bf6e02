import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findStaleStorageExceptions, findStorageProblems } from './lib/storage-rules.mjs'

const page = 'web/app/pages/public/landing-page.tsx'

test('refuses the browser’s storage outside its safe way in', () => {
  for (const line of ["localStorage.getItem('a')", 'window.sessionStorage.clear()', 'indexedDB.open(name)'])
    assert.match(findStorageProblems(page, `\n${line}`)[0], /landing-page\.tsx:2: /, line)
})

test('lets the safe way, comments and tests be', () => {
  assert.deepEqual(findStorageProblems(page, "browserStorage.getItem('a')\n// localStorage"), [])
  assert.deepEqual(findStorageProblems('web/app/lib/theme.test.ts', 'localStorage.clear()'), [])
  assert.deepEqual(findStorageProblems('web/app/lib/browser-storage.ts', 'window.localStorage'), [])
  assert.match(findStaleStorageExceptions([])[0], /is not there/)
})
