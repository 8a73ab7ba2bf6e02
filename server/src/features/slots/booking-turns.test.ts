import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  book,
  enroll,
  hoursAhead,
  newMentee,
  newMentor,
  newModerator,
  publish,
  type TestPerson,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let mentor: TestPerson
const mentees: TestPerson[] = []
beforeAll(async () => {
  test = await startTestApp()
  mentor = await newMentor(test, await newModerator(test))
  for (let n = 0; n < 6; n++) {
    mentees.push(await newMentee(test))
    await enroll(test, mentees[n]!, mentor)
  }
})
afterAll(() => test.close())

/** @returns how many transactions were begun meanwhile */
async function transactionsOf(work: () => Promise<unknown>): Promise<number> {
  const { db } = test.app
  const { transact } = db
  let begun = 0
  db.transact = (run) => {
    if (!db.isInTransaction()) begun++
    return transact(run)
  }
  await work().finally(() => {
    db.transact = transact
  })
  return begun
}

it('begins one transaction for many who want the same slot, and tells the others what is left', async () => {
  const slot = await publish(test, mentor, hoursAhead(test, 40))
  const other = await publish(test, mentor, hoursAhead(test, 44))
  let responses: Awaited<ReturnType<typeof book>>[] = []
  const begun = await transactionsOf(async () => {
    responses = await Promise.all(mentees.map((mentee) => book(test, mentee, slot._id)))
  })
  expect(begun).toBe(1)
  const lost = responses.filter(({ status }) => status !== 200)
  expect(lost).toHaveLength(mentees.length - 1)
  for (const { body } of lost) {
    expect(body.code).toBe('slot_unavailable')
    expect((body.alternatives as { _id: string }[]).map(({ _id }) => _id)).toEqual([other._id])
  }
})

it('lets the next one book where the first fails', async () => {
  const [slot, elsewhere] = [
    await publish(test, mentor, hoursAhead(test, 50)),
    await publish(test, await newMentor(test, await newModerator(test)), hoursAhead(test, 50)),
  ]
  const [busy, free] = [mentees[0]!, mentees[1]!]
  await test.app.db.pool.query(
    "update slot set status = 'booked', mentee_id = $1, booked_at = now() where id = $2",
    [busy.id, elsewhere._id],
  )
  const [first, second] = await Promise.all([book(test, busy, slot._id), book(test, free, slot._id)])
  expect([first.body.code, second.status]).toEqual(['slot_overlap', 200])
})
