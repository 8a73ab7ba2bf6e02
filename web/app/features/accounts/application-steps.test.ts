import { expect, it } from 'vitest'
import { type Application, stepsOf } from './application-steps.ts'

const application: Application = {
  status: 'received',
  stage: 'received',
  submittedAt: '2026-11-21T04:00:00.000Z',
  decidedAt: null,
  reason: null,
  reapplyToken: null,
  isEmailVerified: true,
  checklist: [],
  wanted: null,
  exchange: [],
}
const decided = { decidedAt: '2026-11-22T04:00:00.000Z' }

it.each([
  [{ stage: 'received' }, 'Received now, In review ahead, Decision ahead'],
  [{ stage: 'in_review' }, 'Received done, In review now, Decision ahead'],
  [{ stage: 'info_wanted' }, 'Received done, In review done, We have a question now, Decision ahead'],
  [{ stage: 'interview' }, 'Received done, In review done, Interview now, Decision ahead'],
  [{ stage: 'accepted', ...decided }, 'Received done, In review done, Accepted now'],
  [
    { stage: 'accepted_on_probation', ...decided },
    'Received done, In review done, Accepted, on probation now',
  ],
  [{ stage: 'rejected', ...decided }, 'Received done, In review done, Not accepted this time now'],
] as const)('an application of %o stands so: %s', (changes, shown) => {
  const steps = stepsOf({ ...application, ...changes })
  expect(steps.map(({ label, state }) => `${label} ${state}`).join(', ')).toBe(shown)
})

it('says of probation when it ends, and to nobody else', () => {
  const textOf = (stage: Application['stage']) => stepsOf({ ...application, ...decided, stage }).at(-1)!.text
  expect(textOf('accepted_on_probation')).toMatch(/sessions with 3 different mentees/)
  expect(textOf('accepted')).not.toMatch(/probation/i)
})

it('promises a mail to a confirmed address only', () => {
  const textOf = (isEmailVerified: boolean) => stepsOf({ ...application, isEmailVerified }).at(-1)!.text
  expect([textOf(true), textOf(false)]).toEqual(['We email you.', 'You will see it here.'])
})
