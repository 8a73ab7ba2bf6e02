import type { BlockEffects } from '@marga/contract/moderation'
import { expect, it } from 'vitest'
import { blockTexts, openTicketsText } from './block-consequences-texts.ts'

const none: BlockEffects = {
  subscriptions: 0,
  refundRupees: 0,
  bookedSessions: 0,
  openTimes: 0,
  openTickets: 0,
}
const lastOf = (words: readonly string[]) => words.at(-1)

it('says of a mentor how many subscriptions end, and what goes back', () => {
  const words = (given: Partial<BlockEffects>) => lastOf(blockTexts('mentor', { ...none, ...given }))
  expect(words({ subscriptions: 20, refundRupees: 125000 })).toBe(
    'All 20 subscriptions end now; unused days or calls are refunded, ₹1,25,000 in all. Unblocking does not bring them back.',
  )
  expect(words({ subscriptions: 1 })).toBe(
    'The 1 subscription ends now; there is nothing unused to refund. Unblocking does not bring it back.',
  )
  expect(words({})).toBe('No one is subscribed, so nothing is refunded.')
})

it('says what becomes of the calendar', () => {
  expect(blockTexts('mentor', { ...none, openTimes: 5, bookedSessions: 1 })[2]).toBe(
    '5 open times are closed. 1 booked session is cancelled, and the mentee is told.',
  )
  expect(blockTexts('mentee', { ...none, bookedSessions: 2 })[1]).toBe(
    '2 booked sessions are released: their times are open to others again.',
  )
})

it('says of a mentee what is no longer charged, and that nothing goes back', () => {
  expect(lastOf(blockTexts('mentee', { ...none, subscriptions: 2 }))).toBe(
    'All 2 subscriptions stop renewing: nothing more is charged. What is already paid is not refunded.',
  )
})

it('is general, and never wrong, while the numbers are not known', () => {
  for (const role of ['mentee', 'mentor'] as const)
    expect(blockTexts(role, undefined).join(' ')).not.toMatch(/\d/)
})

it('names the tickets that a block leaves open', () => {
  expect(openTicketsText(undefined)).toBeUndefined()
  expect(openTicketsText(none)).toBeUndefined()
  expect(openTicketsText({ ...none, openTickets: 3 })).toBe('3 open tickets about this person stay open.')
})
