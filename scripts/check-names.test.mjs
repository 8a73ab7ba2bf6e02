import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findHeadingProblems, findNameProblems } from './lib/name-scan.mjs'
import { findLongOnes } from './lib/size-rules.mjs'

test('refuses an identifier, a file and a heading of our own', () => {
  const [found] = findNameProblems('server/src/a.ts', 'const toAnswer = 1')
  assert.match(found, /a\.ts:1 toAnswer: the field calls this response/)
  assert.match(findNameProblems('server/src/platform/sealing.ts', '')[0], /encryption/)
  assert.match(findHeadingProblems('docs/a.md', 'text\n## The wire')[0], /a\.md:2/)
})

test('leaves sentences, texts and other parts alone', () => {
  assert.deepEqual(findNameProblems('server/src/a.ts', "// kept, told and drawn\nconst a = 'unwinding'"), [])
  assert.deepEqual(findNameProblems('web/app/a.ts', 'const wishes = 1'), [])
  assert.deepEqual(findHeadingProblems('docs/a.md', 'the wire in a sentence'), [])
})

const lines = (count) => Array.from({ length: count }, (_, n) => `  f(${n})`).join('\n')

test('finds long functions and files, and lets groups of tests be', () => {
  assert.equal(findLongOnes('a.ts', `function long() {\n${lines(60)}\n}\n`).length, 1)
  assert.equal(findLongOnes('a.ts', `function short() {\n${lines(58)}\n}\n`).length, 0)
  assert.equal(findLongOnes('a.test.ts', `describe('x', () => {\n${lines(60)}\n})\n`).length, 0)
  assert.equal(findLongOnes('a.ts', `${lines(251)}\n`).length, 1)
})
