import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectBooksToBalance } from '../../testing/ledger-balance.ts'
import { countLockWaits } from '../../testing/lock-waits.ts'
import {
  book,
  enroll,
  hoursAhead,
  newMentee,
  newMentor,
  newModerator,
  publish,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const untilWaiting = (statements: number) =>
  expect.poll(() => countLockWaits(test.app.db.pool)).toBe(statements)

it('a session that is booked before its mentor deletes the open time that was seen stays', async () => {
  const mentor = await newMentor(test, await newModerator(test))
  const mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
  const { _id: slotId } = await publish(test, mentor, hoursAhead(test, 40))
  const remove = (status: 'open' | 'booked') =>
    test.call(api.slots.remove, { params: { slotId }, query: { status } }, mentor)
  expect(await remove('booked')).toMatchObject({ status: 400, body: { code: 'not_cancellable' } })
  expect((await book(test, mentee, slotId)).status).toBe(200)
  const refused = await remove('open')
  expect([refused.status, refused.body.code]).toEqual([400, 'slot_unavailable'])
  expect(refused.body.message).toContain('has just booked this time')
  expect(await remove('booked')).toMatchObject({ status: 200, body: { isCallReturned: true } })
  await expectBooksToBalance(test.app.db.pool)
})

it('a time that is booked while its mentor deletes it is a cancelled session, and its call comes back', async () => {
  const mentor = await newMentor(test, await newModerator(test))
  const mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
  const slot = await publish(test, mentor, hoursAhead(test, 40))
  const holder = await test.app.db.pool.connect()
  await holder.query('begin')
  await holder.query('select from slot where id = $1 for update', [slot._id])
  // Both have read an open slot; whoever came first gets it first.
  const booking = book(test, mentee, slot._id)
  await untilWaiting(1)
  const removal = test.call(api.slots.remove, { params: { slotId: slot._id } }, mentor)
  await untilWaiting(2)
  await holder.query('commit')
  holder.release()
  expect((await booking).status).toBe(200)
  expect(await removal).toMatchObject({ status: 200, body: { isCallReturned: true } })
  const { rows } = await test.app.db.pool.query(
    'select status, source, slot_id from session_credit where enrollment_id in (select id from enrollment where mentee_id = $1) order by source',
    [mentee.id],
  )
  expect(rows.map(({ status }) => status)).toEqual(['free', 'free', 'free', 'free'])
  expect(rows.at(-1)).toMatchObject({ source: 'returned', slot_id: null })
  await expectBooksToBalance(test.app.db.pool)
})
