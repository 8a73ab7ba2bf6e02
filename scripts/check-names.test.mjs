import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findLayerProblems } from './lib/layer-rules.mjs'
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
  assert.equal(findLongOnes('a.spec.ts', `test.describe('x', () => {\n${lines(60)}\n})\n`).length, 0)
  assert.equal(findLongOnes('a.spec.ts', `test('x', () => {\n${lines(60)}\n})\n`).length, 1)
  assert.equal(findLongOnes('a.ts', `${lines(251)}\n`).length, 1)
})

const inFeature = (name) => `server/src/features/slots/${name}`

test('refuses SQL outside of queries', () => {
  for (const text of [
    "import { sql } from 'kysely'",
    "import { type Selectable, sql } from 'kysely'",
    "db.query.selectFrom('slot').selectAll()",
    "tx.updateTable('slot').set({})",
    "db.pool.query('select 1')",
    'const row = slots(tx).executeTakeFirst()',
  ]) {
    for (const name of ['slots.service.ts', 'slots.routes.ts', 'module.ts', 'personal-data.ts'])
      assert.match(findLayerProblems(inFeature(name), `\n${text}`)[0], /:2 SQL is built in \*\.queries\.ts/)
    assert.deepEqual(findLayerProblems(inFeature('slots.queries.ts'), text), [])
    assert.deepEqual(findLayerProblems(inFeature('slots.test.ts'), text), [])
    assert.deepEqual(findLayerProblems('server/src/platform/db/paging.ts', text), [])
  }
})

test('leaves types, and what only looks like SQL, to everybody', () => {
  for (const text of [
    "import type { Selectable } from 'kysely'",
    "import { type Selectable } from 'kysely'",
    'search.query(text)',
    'const slot = await queries.findSlot(db.query, id)',
  ])
    assert.deepEqual(findLayerProblems(inFeature('slots.service.ts'), text), [])
})

test('refuses rules that reach outside or wait', () => {
  for (const text of [
    "import type { Selectable } from 'kysely'",
    "import type { Db } from '../../platform/db/database.ts'",
    "import { readFileSync } from 'node:fs'",
    "import { readFile } from 'node:fs/promises'",
    "import net from 'net'",
    "import type { Slots } from './slots.service.ts'",
    'export async function decide() {}',
    'export const decide = async () => {}',
    'await decide()',
  ])
    assert.equal(findLayerProblems(inFeature('slots.rules.ts'), text).length, 1, text)
})

test('lets rules compute', () => {
  for (const text of [
    "import { createHmac } from 'node:crypto'",
    "import type { DB } from '../../platform/db/types.generated.ts'",
    "import { AppError } from '../../platform/errors.ts'",
    "import type { SlotRow } from './slots.queries.ts'",
    'export const isLate = (now: Date, then: Date) => now > then',
  ])
    assert.deepEqual(findLayerProblems(inFeature('slots.rules.ts'), text), [])
})
