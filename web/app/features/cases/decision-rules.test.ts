import { caseKinds, decisionReasonCodes, type OutcomeKind, outcomesOf } from '@marga/contract/case-states'
import { decisionForm } from '@marga/contract/outcomes'
import { expect, it } from 'vitest'
import { accused, caseOf, evidenceOf, raiser } from '../../testing/case-samples.ts'
import {
  type DecisionValues,
  decisionOf,
  emptyDecision,
  fieldsOf,
  problemsOf,
  readStored,
  textsOf,
  withOutcome,
} from './decision-rules.ts'
import { namesRaiser } from './draft-rules.ts'
import { choicesOf, outcomeText, toggleOutcome } from './outcome-rules.ts'

const chosen = (...outcomes: OutcomeKind[]): DecisionValues =>
  outcomes.reduce((values, outcome) => withOutcome(values, outcome, caseOf()), emptyDecision)

it('lets several outcomes stand together, and those that stand alone push the others out', () => {
  expect(toggleOutcome(['warn'], 'remove_content', 'ticket')).toEqual(['warn', 'remove_content'])
  expect(toggleOutcome(['warn', 'remove_content'], 'dismiss', 'ticket')).toEqual(['dismiss'])
  expect(toggleOutcome(['dismiss'], 'refund', 'ticket')).toEqual(['refund'])
  expect(toggleOutcome(['warn', 'refund'], 'warn', 'ticket')).toEqual(['refund'])
})

it('leaves one sanction that shuts out for a person, but one for each of two', () => {
  expect(chosen('suspend', 'block').outcomes).toEqual(['block'])
  const other = { ...chosen('suspend'), persons: { suspend: raiser._id } }
  expect(withOutcome(other, 'block', caseOf()).outcomes).toEqual(['suspend', 'block'])
})

it('leaves out what cannot be done in this case', () => {
  const kinds = choicesOf(caseOf(), evidenceOf({ context: null, refundable: 0 })).map(({ kind }) => kind)
  expect(kinds).toEqual(['dismiss', 'warn', 'restrict', 'suspend', 'block'])
})

it('proposes the reason that goes without saying, until the moderator chooses one', () => {
  expect(chosen('dismiss').reason).toBe('nothing_found')
  expect(chosen('warn').reason).toBe('')
  const own = { ...chosen('dismiss'), reason: 'settled', isReasonChosen: true } as const
  expect(withOutcome(own, 'warn', caseOf()).reason).toBe('settled')
})

it('never names the raiser in a draft to the accused, in whatever is decided', () => {
  for (const kind of caseKinds)
    for (const outcome of outcomesOf[kind])
      for (const reason of decisionReasonCodes) {
        const values = { ...emptyDecision, outcomes: [outcome], reason }
        const { text } = textsOf(values, caseOf({ kind }))
        expect(namesRaiser(text ?? '', raiser, accused)).toBe(false)
      }
})

it('sees a name of the raiser in a text, but not one that the accused has, too', () => {
  expect(namesRaiser('This is about Neha, you know.', raiser, accused)).toBe(true)
  expect(namesRaiser('No one is named.', raiser, accused)).toBe(false)
  expect(namesRaiser('Dear Rao', raiser, { firstName: 'Dev', lastName: 'Rao' })).toBe(false)
})

it('writes to those only who read it', () => {
  const who = (values: DecisionValues, kind: 'ticket' | 'contest' | 'application' = 'ticket') => {
    const { text, raiserText } = textsOf(values, caseOf({ kind }))
    return [text !== null, raiserText !== null]
  }
  expect(who(chosen('dismiss'))).toEqual([false, true])
  expect(who(chosen('warn'))).toEqual([true, true])
  expect(who({ ...chosen('warn'), persons: { warn: raiser._id } })).toEqual([false, true])
  expect(who(chosen('dismiss'), 'contest')).toEqual([true, false])
  expect(who({ ...emptyDecision, outcomes: ['accept'] }, 'application')).toEqual([false, false])
  expect(who({ ...emptyDecision, outcomes: ['reject'] }, 'application')).toEqual([true, false])
})

it('drafts anew what is not edited, and leaves what is', () => {
  const dismissed = textsOf(chosen('dismiss'), caseOf()).raiserText
  const warned = { ...chosen('warn'), reason: 'harassment' as const }
  expect(textsOf(warned, caseOf()).raiserText).not.toBe(dismissed)
  expect(textsOf({ ...warned, raiserText: 'Mine.' }, caseOf()).raiserText).toBe('Mine.')
})

it('sends what the contract takes, the accused unsaid and numbers as numbers', () => {
  const values = {
    ...chosen('restrict', 'refund'),
    amount: '500',
    reason: 'outside_payment' as const,
    persons: { restrict: accused._id },
  }
  const form = decisionOf(values, caseOf())
  expect(form.outcomes).toEqual([
    { kind: 'restrict', days: 14 },
    { kind: 'refund', amount: 500 },
  ])
  expect(decisionForm.safeParse(form).success).toBe(true)
})

it('brings a complaint to the field of its outcome', () => {
  expect(
    fieldsOf({ 'outcomes.1.days': 'Too long.', outcomes: 'Choose.', reason: 'Why?' }, ['warn', 'suspend']),
  ).toEqual({ 'suspend.days': 'Too long.', outcomes: 'Choose.', reason: 'Why?' })
})

it('asks for the session where the case names none, and for no more than can go back', () => {
  const values = { ...chosen('return_call', 'refund'), amount: '20000' }
  expect(problemsOf(values, evidenceOf())).toEqual({
    'refund.amount': 'At most ₹12,500.',
    'return_call.slotId': 'Choose the session.',
  })
})

it('takes what was kept in the browser only as far as it fits', () => {
  const offered: OutcomeKind[] = ['dismiss', 'warn']
  const of = (stored: object) => readStored(JSON.stringify(stored), caseOf(), offered, decisionReasonCodes)
  expect(of({ outcomes: ['warn', 'refund'], reason: 'checks_passed', text: 'Kept.' })).toMatchObject({
    outcomes: ['warn'],
    reason: '',
    text: 'Kept.',
  })
  expect(readStored('', caseOf(), offered, decisionReasonCodes)).toEqual(emptyDecision)
  expect(readStored('no json', caseOf(), offered, decisionReasonCodes)).toEqual(emptyDecision)
})

it('says what was decided, and about whom', () => {
  expect(outcomeText({ kind: 'suspend', days: 7 }, caseOf())).toBe('Suspend Vikram Iyer for 7 days')
  expect(outcomeText({ kind: 'warn', personId: raiser._id }, caseOf())).toBe('Warn Neha Rao')
  expect(outcomeText({ kind: 'refund', amount: 12_000 }, caseOf())).toBe('Refund ₹12,000')
  expect(outcomeText({ kind: 'dismiss' }, caseOf({ kind: 'contest' }))).toBe('Leave the record')
})
