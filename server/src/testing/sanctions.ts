import { api } from '@marga/contract/api'
import type { DecisionForm } from '@marga/contract/outcomes'
import type { TicketContext } from '@marga/contract/tickets'
import { expect } from 'vitest'
import { ok, type TestPerson } from './people.ts'
import type { TestApp } from './test-app.ts'

type Complaint = {
  test: TestApp
  accused: TestPerson
  other: TestPerson
  conversationId: string
}

/** A ticket of the other about a message that the accused wrote to them. */
export async function ticketAbout({ test, accused, other, conversationId }: Complaint): Promise<string> {
  const body = { message: 'You will regret this', sender: accused.id }
  const { responseFromMessageCreation: message } = ok(
    await test.call(api.chat[accused.role as 'mentee'].send, { params: { conversationId }, body }, accused),
  )
  return raiseTicket(test, other, accused, { kind: 'message', id: message._id })
}

/** @returns its id, which is also its case's */
export async function raiseTicket(
  test: TestApp,
  by: TestPerson,
  accused: TestPerson,
  context?: TicketContext,
  content = 'Please look at this.',
): Promise<string> {
  const form = {
    complaint: { accusedId: accused.id },
    content,
    ...(context ? { context } : {}),
  }
  const raised =
    by.role === 'mentee'
      ? await test.call(api.tickets.raiseAsMentee, { params: { menteeId: by.id }, body: form }, by)
      : await test.call(
          api.tickets.raiseAsMentor,
          { params: { mentorId: by.id }, body: { ticketObject: form } },
          by,
        )
  return ok(raised).data._id
}

export const decideTicket = (
  test: TestApp,
  moderator: TestPerson,
  id: string,
  decision: Partial<DecisionForm> & Pick<DecisionForm, 'outcomes'>,
) =>
  test.call(
    api.cases.decide,
    { params: { id }, body: { reason: 'harassment', text: '', ...decision } },
    moderator,
  )

/** As moderators see them, newest first. */
export const sanctionsOf = async (test: TestApp, moderator: TestPerson, { id, role }: TestPerson) =>
  ok(await test.call(api.cases[role as 'mentee'], { params: { id } }, moderator)).sanctions

/** What every surface asks is what the active sanctions say, of everyone. */
export async function expectFlagsOfSanctions(test: TestApp) {
  const { rows } = await test.app.db.pool.query(`
    select id, is_blocked, is_restricted, kinds from account
    cross join lateral (select coalesce(array_agg(kind), '{}') as kinds from sanction
      where account_id = account.id and ended_at is null) as active
    where is_blocked <> (kinds && '{suspend,block}'::text[])
      or is_restricted <> ('restrict' = any (kinds))`)
  expect(rows).toEqual([])
}
