import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findStaleZoneExceptions, findZoneProblems } from './lib/zone-rules.mjs'

const problems = (line, path = 'web/app/features/chat/components/message-bubble.tsx') =>
  findZoneProblems(path, line)

test('refuses times in a zone of a page’s own', () => {
  for (const line of [
    'Intl.DateTimeFormat().resolvedOptions().timeZone',
    'Temporal.Now.timeZoneId()',
    "new Intl.DateTimeFormat('en-IN').format(at)",
    'new Date(at).toLocaleTimeString()',
    'formatTime(at, browserTimeZone())',
  ])
    assert.notEqual(problems(line).length, 0, line)
  assert.match(problems('\nat.toLocaleDateString()')[0], /message-bubble\.tsx:2: /)
})

test('lets times be written in the person’s zone, and numbers in any way', () => {
  for (const line of [
    'formatTime(at)',
    'useTimeZone()',
    "count.toLocaleString('en-IN')",
    '// resolvedOptions()',
  ])
    assert.deepEqual(problems(line), [], line)
})

test('knows tests, and the files that may ask', () => {
  assert.deepEqual(problems('browserTimeZone()', 'web/app/lib/dates.test.ts'), [])
  assert.deepEqual(problems('browserTimeZone()', 'web/app/lib/dates.ts'), [])
  assert.match(findStaleZoneExceptions([])[0], /is not there/)
})
