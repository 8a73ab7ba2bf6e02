import { describe, expect, it } from 'vitest'
import { cancelMeaning } from './cancelling.ts'
import { cancelResult } from './rules.ts'

type Enrollment = Parameters<typeof cancelMeaning>[0]
const enrollment = (of: Partial<Enrollment>) =>
  ({ status: 'active', renewsAt: null, pausedFrom: null, pausedUntil: null, ...of }) as Enrollment
const now = new Date('2026-03-10T12:00:00Z')
const [earlier, later, muchLater] = ['2026-03-09T12:00:00Z', '2026-03-20T12:00:00Z', '2026-04-09T12:00:00Z']

describe('cancelling', () => {
  it.each([
    ['what renews goes on as long as it is paid', { renewsAt: later }, 'until March 20th 2026. Nothing'],
    [
      'a pause to come is taken back',
      { renewsAt: muchLater, pausedFrom: later, pausedUntil: muchLater },
      'until March 20th 2026. Nothing more is charged, and you can resume before then. Your pause',
    ],
    [
      'a pause that runs ends with it',
      { renewsAt: later, pausedFrom: earlier, pausedUntil: later },
      'It is paused, so it ends now.',
    ],
    ['what should have been renewed ends now', { renewsAt: earlier }, 'so it ends now. What is'],
    ['what was not paid ends now', { status: 'past_due', renewsAt: later }, 'so it ends now. What is'],
  ] as const)('%s', (_what, of, said) => {
    expect(cancelMeaning(enrollment(of), now)).toContain(said)
  })

  it('says what has come of it', () => {
    expect(cancelResult(enrollment({ status: 'ended', endsAt: earlier }))).toContain('has ended')
    expect(cancelResult(enrollment({ status: 'ending', endsAt: later }))).toContain('until Fri 20 Mar')
  })
})
