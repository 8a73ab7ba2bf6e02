import { api } from '@marga/contract/api'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  book,
  conversationOf,
  enroll,
  hoursAhead,
  newMentee,
  newMentor,
  newModerator,
  ok,
  publish,
  type TestPerson,
} from '../../testing/people.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { deleteOldListTimes } from './former-list-times.ts'

let test: TestApp
let moderator: TestPerson
let mentor: TestPerson
let mentees: TestPerson[]

beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
  mentor = await newMentor(test, moderator)
  mentees = []
  while (mentees.length < 5) mentees.push(await newSubscriber())
  await fillListsOf(mentees[0]!)
})
afterAll(() => test.close())

/** Has written a message, which waits, and a review, of which the mentor is told. */
async function newSubscriber() {
  const mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
  const conversationId = await conversationOf(test, mentee, mentor)
  const body = { message: 'a question', sender: mentee.id, clientMessageId: v7() }
  ok(await test.call(api.chat.mentee.send, { params: { conversationId }, body }, mentee))
  await review(mentee)
  return mentee
}

const review = async (mentee: TestPerson) =>
  ok(
    await test.call(
      api.reviews.put,
      { params: { mentorId: mentor.id }, body: { rating: 4, text: 'Explains with patience, and well.' } },
      mentee,
    ),
  )

/** Four sessions and four payments. */
async function fillListsOf(mentee: TestPerson) {
  for (const hours of [40, 50, 60, 70])
    ok(await book(test, mentee, (await publish(test, mentor, hoursAhead(test, hours)))._id, 'Compilers'))
  for (let more = 0; more < 3; more++) await enroll(test, mentee, await newMentor(test, moderator))
}

type List = {
  page: (cursor: string | undefined) => Promise<{ ids: string[]; nextCursor: string | null }>
  /** Dates a row of it anew, by some minutes or for the time being. */
  redate: (id: string, minutes: number) => Promise<unknown>
}
const from = (cursor: string | undefined) => ({ limit: 1, ...(cursor ? { cursor } : {}) })
const idsOf = (rows: { _id: string }[]) => rows.map(({ _id }) => _id)
const shift = (table: string, column: string) => (id: string, minutes: number) =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + ${minutes} * interval '1 minute'
    where id = ${id}`.execute(test.app.db.query)

const random = seededRandom(28)
let moves = 0
const anyOf = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)]!

const lists: Record<string, List> = {
  reviews: {
    page: async (cursor) => {
      const query = from(cursor)
      const { reviews, nextCursor } = ok(
        await test.call(api.reviews.list, { params: { mentorId: mentor.id }, query }),
      )
      return { ids: idsOf(reviews), nextCursor }
    },
    redate: async () => review(anyOf(mentees)),
  },
  notifications: {
    page: async (cursor) => {
      const query = from(cursor)
      const { notifications, nextCursor } = ok(
        await test.call(api.notifications.mentor.list, { params: { ownId: mentor.id }, query }, mentor),
      )
      return { ids: idsOf(notifications), nextCursor }
    },
    redate: async () => review(anyOf(mentees)),
  },
  bookings: {
    page: async (cursor) => {
      const mentee = mentees[0]!
      const query = from(cursor)
      const { bookedSlots, nextCursor } = ok(
        await test.call(api.slots.booked, { params: { menteeId: mentee.id }, query }, mentee),
      )
      return { ids: idsOf(bookedSlots), nextCursor }
    },
    // To hours between those of the others, none of them twice.
    redate: (id) => {
      const start = hoursAhead(test, 21 + 2 * ((moves++ * 37) % 61))
      return sql`update slot set starts_at = ${start}, ends_at = ${start}::timestamptz + interval '1 hour'
        where id = ${id}`.execute(test.app.db.query)
    },
  },
  payments: {
    page: async (cursor) => {
      const mentee = mentees[0]!
      const query = from(cursor)
      const { payments, nextCursor } = ok(
        await test.call(api.enrollments.payments, { params: { menteeId: mentee.id }, query }, mentee),
      )
      return { ids: idsOf(payments), nextCursor }
    },
    redate: shift('payment', 'paid_at'),
  },
  'conversations that wait': {
    page: async (cursor) => {
      const query = { ...from(cursor), turn: 'mentor' as const }
      const { conversations, nextCursor } = ok(
        await test.call(api.chat.mentor.conversations, { query, body: { mentorId: mentor.id } }, mentor),
      )
      return { ids: idsOf(conversations), nextCursor }
    },
    redate: shift('conversation', 'answer_due_at'),
  },
}

/** @returns the rows of all pages, with something done between any two */
async function walk({ page }: List, between: (ids: string[]) => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { ids, nextCursor } = await page(cursor)
    seen.push(...ids)
    cursor = nextCursor ?? undefined
    if (cursor) await between(seen)
  } while (cursor)
  return seen
}

describe('pages of a list whose rows are dated anew', () => {
  it.each(Object.entries(lists))('%s show each once, in the order of the first page', async (_name, list) => {
    for (let round = 0; round < 6; round++) {
      const before = await walk(list, async () => {})
      expect(before.length).toBeGreaterThanOrEqual(4)
      expect(new Set(before).size).toBe(before.length)
      const meanwhile = await walk(list, async () => {
        await list.redate(anyOf(before), Math.floor(random() * 6000) - 3000)
      })
      expect(meanwhile).toEqual(before)
    }
  })

  it('keep what they need for a day', async () => {
    const count = async () => {
      const { rows } = await sql<{
        count: number
      }>`select count(*)::integer as count from former_list_time`.execute(test.app.db.query)
      return rows[0]!.count
    }
    const kept = await count()
    expect(kept).toBeGreaterThan(0)
    await sql`update former_list_time set changed_at = now() - interval '25 hours'
      where id = (select min(id) from former_list_time)`.execute(test.app.db.query)
    await deleteOldListTimes(test.app.db, test.app.clock.now())
    expect(await count()).toBe(kept - 1)
  })
})
