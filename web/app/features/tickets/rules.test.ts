import type { ModeratedTicket } from '@marga/contract/tickets'
import { expect, it } from 'vitest'
import { ApiError } from '../../lib/api-client.ts'
import { formatDate, formatTime } from '../../lib/dates.ts'
import {
  decisionTexts,
  readStatus,
  referredNotes,
  statusMeaning,
  statusVariantOf,
  subjectOf,
  ticketAboutOf,
  ticketFailure,
} from './rules.ts'

it('names who decided before, and when', () => {
  const decidedAt = '2026-11-21T04:00:00.000Z'
  const error = new ApiError(409, {
    code: 'already_decided',
    message: 'Someone has already decided this.',
    decidedBy: 'Mira Sen',
    decidedAt,
  } as never)
  expect(ticketFailure(error)).toBe(
    `Already decided by Mira Sen on ${formatDate(decidedAt)} at ${formatTime(decidedAt)}.`,
  )
})

it('names nobody where a ticket ended by itself', () => {
  const message = 'This ticket is no longer open.'
  const details = { code: 'already_decided', message, decidedBy: '', decidedAt: null }
  expect(ticketFailure(new ApiError(409, details as never))).toBe(message)
})

it('says where to go on where a second moderator is wanted', () => {
  const message =
    'A second moderator has to agree. Decide it in its case, which keeps your decision for them.'
  expect(ticketFailure(new ApiError(409, { code: 'needs_second', message }))).toBe(message)
})

it('takes an unknown status in the address for none', () => {
  expect(readStatus('open')).toBe('open')
  expect(readStatus('closed')).toBe('')
  expect(readStatus(null)).toBe('')
})

it('takes whom and what from the address, and nothing that could not be one', () => {
  const id = '0198a000-0000-7000-8000-0000000000d1'
  const at = '2026-11-21T04:00:00.000Z'
  const of = (query: Record<string, string>) => ticketAboutOf(new URLSearchParams(query))
  expect(of({ about: 'p', kind: 'slot', id, at })).toEqual({
    personId: 'p',
    referred: { kind: 'slot', id, at },
  })
  expect(of({ kind: 'message', id, at: 'soon' })).toEqual({
    personId: null,
    referred: { kind: 'message', id, at: null },
  })
  expect(of({ kind: 'slot', id: '../x', at }).referred).toBeNull()
  expect(of({ kind: 'thought', id, at }).referred).toBeNull()
  expect(of({})).toEqual({ personId: null, referred: null })
})

it('names what it is about as the person would', () => {
  const at = '2026-11-21T04:00:00.000Z'
  const when = `${formatDate(at)}, ${formatTime(at)}`
  expect(subjectOf({ kind: 'slot', id: '', at })).toBe(`Session on ${when}`)
  expect(subjectOf({ kind: 'message', id: '', at })).toBe(`Message of ${when}`)
  expect(subjectOf({ kind: 'profile', id: '', at: null })).toBe('Profile')
})

it('says how much of a conversation moderators see with a reported message', () => {
  expect(referredNotes.message).toBe(
    'Moderators see this message with your ticket, and up to 10 before and after it. Who looks is logged.',
  )
})

it('says to the one who raised it what was decided, and of a dispute nothing about a block', () => {
  expect(statusMeaning({ status: 'actioned', disputeKind: null, isWithdrawn: false })).toContain(
    'acted on it',
  )
  for (const disputeKind of ['contest', 'refund'] as const)
    for (const status of ['open', 'actioned', 'dismissed'] as const)
      expect(statusMeaning({ status, disputeKind, isWithdrawn: false })).not.toMatch(/block|no action/)
})

it('says of a dispute that is over by itself that it is closed, and not that a moderator refused it', () => {
  const withdrawn = { status: 'dismissed', disputeKind: 'refund', isWithdrawn: true } as const
  expect(statusVariantOf(withdrawn).label).toBe('Closed')
  expect(statusMeaning(withdrawn)).toBe(
    'No moderator had to decide it. You have a notification with the reason.',
  )
  const refused = { ...withdrawn, isWithdrawn: false }
  expect(statusVariantOf(refused).label).toBe('Dismissed')
  expect(statusMeaning(refused)).toBe('A moderator has refused it. You have a notification with the result.')
})

it('says of a closed ticket who closed it, and when', () => {
  const at = '2026-11-21T04:00:00.000Z'
  const person = { _id: 'p', firstName: 'Vikram', lastName: 'Iyer', profileImageUrl: null }
  const of = (status: 'open' | 'actioned' | 'dismissed', by: string | null, didBlock = true) =>
    decisionTexts({
      complaint: { accusedId: person },
      status,
      // Since then, and by another decision.
      isAccusedBlocked: true,
      decision: status === 'open' ? null : { by, at, note: null, didBlock },
    } as ModeratedTicket)
  const when = `on ${formatDate(at)} at ${formatTime(at)}.`
  expect(of('open', null)).toBeUndefined()
  expect(of('dismissed', 'Mira Sen')).toBe(`Dismissed by Mira Sen ${when}`)
  expect(of('actioned', 'Mira Sen')).toBe(`Closed, and Vikram blocked, by Mira Sen ${when}`)
  expect(of('actioned', 'Mira Sen', false)).toBe(`Acted on by Mira Sen ${when}`)
  expect(of('dismissed', null)).toContain('a moderator whose account is gone')
})

it('says of a dispute what was decided, not that somebody was blocked', () => {
  const at = '2026-11-21T04:00:00.000Z'
  const of = (given: Partial<ModeratedTicket>) =>
    decisionTexts({
      complaint: { accusedId: { _id: 'p', firstName: 'Vikram', lastName: 'Iyer', profileImageUrl: null } },
      decision: { by: 'Mira Sen', at, note: 'He was not there.', didBlock: true },
      ...given,
    } as ModeratedTicket)
  expect(of({ disputeKind: 'contest', status: 'actioned' })).toMatch(/^Decided by Mira Sen/)
  expect(of({ disputeKind: 'refund', status: 'actioned' })).toMatch(/^Decided by/)
  expect(of({ disputeKind: 'refund', status: 'dismissed' })).toMatch(/^Refused by/)
  const decision = { by: null, at, note: 'The mentee deleted the account.', didBlock: false }
  expect(of({ disputeKind: 'refund', status: 'dismissed', isWithdrawn: true, decision })).toBe(
    `Closed without a decision on ${formatDate(at)} at ${formatTime(at)}.`,
  )
})
