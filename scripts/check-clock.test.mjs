import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findClockProblems, findStaleExceptions } from './lib/clock-rules.mjs'

const problems = (line, path = 'server/src/features/slots/slots.service.ts') => findClockProblems(path, line)

test('refuses to ask what time it is', () => {
  for (const line of [
    'const at = Date.now()',
    'new Date()',
    'sql`starts_at > now()`',
    "default: 'CURRENT_TIMESTAMP'",
  ])
    assert.equal(problems(line).length, 1, line)
  assert.match(problems('\nDate.now()')[0], /slots\.service\.ts:2: Date\.now\(\)/)
})

test('lets a clock that was handed in be asked, and moments be read', () => {
  for (const line of [
    'clock.now()',
    'nowMs()',
    'new Date(row.startsAt)',
    'performance.now()',
    '// not now() here',
  ])
    assert.deepEqual(problems(line), [], line)
})

test('knows tests, and the files that are clocks', () => {
  assert.deepEqual(problems('Date.now()', 'server/src/features/slots/slots.test.ts'), [])
  assert.deepEqual(problems('new Date()', 'server/src/platform/clock.ts'), [])
  assert.equal(problems('new Date()', 'web/app/lib/dates.ts').length, 1)
  assert.ok(findStaleExceptions(['server/src/platform/clock.ts']).length > 0)
})
