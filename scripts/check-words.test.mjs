import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findWordProblems } from './lib/word-rules.mjs'

const problems = (text, path = 'web/app/pages/mentor/mentor-tickets-page.tsx') => findWordProblems(path, text)

test('refuses old words between tags, in attributes and in sentences with gaps', () => {
  for (const text of [
    'const page = <p>Complaints go to nobody else.</p>',
    'const page = <Header description="Who sees my e-mail address?" />',
    "toast.success('The mails are on their way')",
    'const text = `We tell $' + '{name} that somebody wrote.`',
    "const text = 'New ones appear by themselves.'",
    'const page = <p>It goes back to you, and a mail says so.</p>',
    'const page = <p>Use the link in the\n  mail.</p>',
    "toast.success('We tell you by mail')",
  ])
    assert.equal(problems(text).length, 1, text)
  assert.match(problems("\nconst text = 'Write to everybody'")[0], /mentor-tickets-page\.tsx:2: “everybody”/)
})

test('lets comments, keys and current words be', () => {
  for (const text of [
    '// Nobody is told by itself.',
    'const rows = sql`select 1 -- whoever asks`',
    "const key = 'nobody'",
    "const kinds = new Set(['mail:draw', 'case-mails'])",
    '<p>No one else sees your email address.</p>',
    "const text = 'An email says so: the mail server took it.'",
    "const text = 'The mailing address is the same.'",
  ])
    assert.deepEqual(problems(text), [], text)
})

test('knows tests, and what only operators read', () => {
  assert.deepEqual(problems("it('tells nobody else')", 'web/app/lib/dates.test.ts'), [])
  assert.deepEqual(problems("'No SMTP_URL: nobody is told'", 'server/src/cli/doctor-checks.ts'), [])
  assert.equal(problems("'Tell nobody else'", 'server/src/features/chat/chat.mails.ts').length, 1)
})
