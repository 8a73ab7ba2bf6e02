import { api } from '@marga/contract/api'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  conversationOf,
  enroll,
  newMentee,
  newMentor,
  newModerator,
  ok,
  type TestPerson,
} from '../../testing/people.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let mentor: TestPerson
let writers: { mentee: TestPerson; conversationId: string }[]

beforeAll(async () => {
  test = await startTestApp()
  mentor = await newMentor(test, await newModerator(test))
  writers = []
  while (writers.length < 9) writers.push(await newWriter())
})
afterAll(() => test.close())

async function newWriter() {
  const mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
  return { mentee, conversationId: await conversationOf(test, mentee, mentor) }
}

const write = async (nth: number) => {
  const { mentee, conversationId } = writers[nth]!
  const body = { message: 'a message', sender: mentee.id, clientMessageId: v7() }
  ok(await test.call(api.chat.mentee.send, { params: { conversationId }, body }, mentee))
}

const page = async (cursor: string | undefined) =>
  ok(
    await test.call(
      api.chat.mentor.conversations,
      { query: { limit: 2, ...(cursor ? { cursor } : {}) }, body: { mentorId: mentor.id } },
      mentor,
    ),
  )

/** @returns the conversations of all pages, with something done between any two */
async function walk(between: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { conversations, nextCursor } = await page(cursor)
    seen.push(...conversations.map(({ _id }) => _id))
    cursor = nextCursor ?? undefined
    if (cursor) await between()
  } while (cursor)
  return seen
}

it('of conversations show each once, in the order of their beginning, whatever is written meanwhile', async () => {
  const random = seededRandom(20)
  const anyone = () => Math.floor(random() * writers.length)
  // In some of them nobody has written anything yet.
  for (let round = 0; round < 12; round++) {
    const before = await walk(async () => {})
    expect(new Set(before).size).toBe(writers.length)
    const meanwhile = await walk(async () => {
      for (let times = Math.floor(random() * 4); times > 0; times--) await write(anyone())
    })
    expect(meanwhile).toEqual(before)
  }
})

it('of conversations have none that began meanwhile', async () => {
  const before = await walk(async () => {})
  let late: (typeof writers)[number] | undefined
  const meanwhile = await walk(async () => {
    late ??= await newWriter()
  })
  expect(meanwhile).toEqual(before)
  expect((await walk(async () => {}))[0]).toBe(late!.conversationId)
})
