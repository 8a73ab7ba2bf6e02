import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inProject } from './lib/project.mjs'
import { failuresOfJourneys, failuresOfVitest } from './lib/test-parts.mjs'

describe('what the summary says of failures', () => {
  it('names the file and the test of vitest, with the first line of the reason', () => {
    const file = {
      name: inProject('server/src/a.test.ts'),
      status: 'failed',
      message: '',
      assertionResults: [
        { status: 'passed', fullName: 'a passes', failureMessages: [] },
        { status: 'failed', fullName: 'a fails', failureMessages: ['AssertionError: 1 is not 2\n    at b'] },
      ],
    }
    assert.deepEqual(failuresOfVitest([file]), ['server/src/a.test.ts › a fails: AssertionError: 1 is not 2'])
  })

  it('names a file that did not load, and nothing of one that passed', () => {
    const passed = { name: inProject('b.test.ts'), status: 'passed', message: '', assertionResults: [] }
    const unloaded = {
      ...passed,
      name: inProject('c.test.ts'),
      status: 'failed',
      message: 'No module x\nat y',
    }
    assert.deepEqual(failuresOfVitest([passed, unloaded]), ['c.test.ts: No module x'])
  })

  it('finds failed journeys in suites within suites', () => {
    const failed = { ok: false, file: 'journeys/x.spec.ts', line: 7, title: 'books' }
    const suites = [{ specs: [{ ...failed, ok: true }], suites: [{ specs: [failed] }] }]
    assert.deepEqual(failuresOfJourneys(suites), ['journeys/x.spec.ts:7 › books'])
  })

  it('says what the pages of a failed journey showed, and nothing of its pictures', () => {
    const attachments = [
      { name: 'screenshot', path: 'x.png' },
      { name: 'what was shown', body: Buffer.from('http://x/\n- heading "No hours"').toString('base64') },
    ]
    const spec = {
      ok: false,
      file: 'x.spec.ts',
      line: 7,
      title: 'books',
      tests: [{ results: [{ attachments }] }],
    }
    assert.deepEqual(failuresOfJourneys([{ specs: [spec] }]), [
      'x.spec.ts:7 › books\n    Shown:\n    http://x/\n    - heading "No hours"',
    ])
  })
})
