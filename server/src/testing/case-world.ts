import { api } from '@marga/contract/api'
import type { DecisionForm, Outcome } from '@marga/contract/outcomes'
import type { TicketForm } from '@marga/contract/tickets'
import { conversationOf, newMentee, newModerator, ok, type TestPerson } from './people.ts'
import { type Subscribed, settledSession, subscribedPair } from './settled-sessions.ts'
import type { TestApp } from './test-app.ts'

export type CaseWorld = Awaited<ReturnType<typeof makeCaseWorld>>

/** Two moderators, and what is done with cases in tests. */
export async function makeCaseWorld(test: TestApp) {
  const moderator = await newModerator(test)
  const second = await newModerator(test)
  return {
    moderator,
    second,
    pair: () => subscribedPair(test, moderator),
    ...actsOf(test, moderator),
    mentees: (count: number) => Promise.all(Array.from({ length: count }, () => newMentee(test))),
  }
}

function actsOf(test: TestApp, moderator: TestPerson) {
  const by = (who: TestPerson | undefined) => who ?? moderator
  return {
    /** By the mentee about the mentor, or the other way. @returns the id of the case, which is the ticket's */
    raise: (pair: Subscribed, form: Partial<TicketForm> = {}, raiser: 'mentee' | 'mentor' = 'mentee') =>
      raiseTicket(test, pair, form, raiser),
    /** What the mentee has said to the mentor, or the other way. @returns its id */
    write: (pair: Subscribed, text: string, sender: 'mentee' | 'mentor' = 'mentor') =>
      writeMessage(test, pair, text, sender),
    settled: (pair: Subscribed, present: readonly ('mentee' | 'mentor')[] = ['mentee', 'mentor']) =>
      settledSession(test, pair, present),
    decide: (id: string, outcomes: Outcome[], of: Partial<DecisionForm> = {}, who?: TestPerson) =>
      test.call(api.cases.decide, { params: { id }, body: { reason: 'other', ...of, outcomes } }, by(who)),
    file: async (id: string, who?: TestPerson) =>
      ok(await test.call(api.cases.get, { params: { id } }, by(who))),
    claim: (id: string, who?: TestPerson) => test.call(api.cases.claim, { params: { id } }, by(who)),
    release: (id: string, who?: TestPerson) => test.call(api.cases.release, { params: { id } }, by(who)),
    list: async (query: Parameters<typeof listOf>[1] = {}, who?: TestPerson) =>
      ok(await listOf(test, query, by(who))),
  }
}

const listOf = (
  test: TestApp,
  query: {
    kind?: string
    status?: 'open' | 'decided'
    mine?: 'true' | '1'
    search?: string
    limit?: number
    cursor?: string
  },
  who: TestPerson,
) => test.call(api.cases.list, { query: query as never }, who)

async function raiseTicket(
  test: TestApp,
  { mentee, mentor }: Subscribed,
  form: Partial<TicketForm>,
  raiser: 'mentee' | 'mentor',
): Promise<string> {
  const ticket = {
    complaint: { accusedId: raiser === 'mentee' ? mentor.id : mentee.id },
    content: 'This is what happened.',
    ...form,
  }
  const { data } =
    raiser === 'mentee'
      ? ok(
          await test.call(
            api.tickets.raiseAsMentee,
            { params: { menteeId: mentee.id }, body: ticket },
            mentee,
          ),
        )
      : ok(
          await test.call(
            api.tickets.raiseAsMentor,
            { params: { mentorId: mentor.id }, body: { ticketObject: ticket } },
            mentor,
          ),
        )
  return data._id
}

async function writeMessage(
  test: TestApp,
  { mentee, mentor }: Subscribed,
  text: string,
  sender: 'mentee' | 'mentor',
): Promise<string> {
  const conversationId = await conversationOf(test, mentee, mentor)
  const body = { message: text, sender: sender === 'mentor' ? mentor.id : mentee.id }
  const request = { params: { conversationId }, body }
  const { responseFromMessageCreation } =
    sender === 'mentor'
      ? ok(await test.call(api.chat.mentor.send, request, mentor))
      : ok(await test.call(api.chat.mentee.send, request, mentee))
  return responseFromMessageCreation._id
}
