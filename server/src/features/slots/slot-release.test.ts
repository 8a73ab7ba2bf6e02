import { api } from '@marga/contract/api'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  book,
  enroll,
  hoursAhead,
  newMentee,
  newMentor,
  newModerator,
  ok,
  publish,
  type TestPerson,
} from '../../testing/people.ts'
import { answerRefund, askForRefund } from '../../testing/refund-requests.ts'
import { bookedSession, sessionRow, subscribedPair, toldTo } from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
let socket: Socket | undefined
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
})
afterAll(async () => {
  socket?.close()
  await test.close()
})

const nextFree = async (mentor: TestPerson) =>
  ok(await test.call(api.mentors.profile, { params: { mentorId: mentor.id } })).mentorData.nextAvailableAt

it('a booking that is released by a block is open for others: in their calendars, and in the search', async () => {
  const mentor = await newMentor(test, moderator)
  const [leaving, other] = [await newMentee(test), await newMentee(test)]
  for (const mentee of [leaving, other]) await enroll(test, mentee, mentor)
  const slot = await publish(test, mentor, hoursAhead(test, 30))
  ok(await book(test, leaving, slot._id))
  expect(await nextFree(mentor)).toBeNull()

  const heard: unknown[] = []
  socket = io(await test.listen(), { transports: ['websocket'], reconnection: false, forceNew: true })
  socket.on('slots', (event) => heard.push(event))
  socket.emit('setup', { role: 'mentee', userId: other.id, token: other.token })
  await new Promise((resolve) => socket!.once('connected', resolve))
  const body = { menteeId: leaving.id, isBlocked: true }
  ok(await test.call(api.moderation.changeMenteeStatus, { body }, moderator))

  expect(await nextFree(mentor)).toBe(slot.start)
  await expect.poll(() => heard).toEqual([{ mentorId: mentor.id, slotId: slot._id, status: 'open' }])
})

it('a session that ends with its subscription is told to both, also where they want no mails', async () => {
  const pair = await subscribedPair(test, moderator)
  const slot = await bookedSession(test, pair, 30)
  const { refundRequest } = ok(await askForRefund(test, pair))
  ok(await answerRefund(test, pair.mentor, refundRequest._id, { agree: true }))
  expect((await sessionRow(test, slot._id)).status).toBe('open')
  for (const person of [pair.mentor, pair.mentee])
    expect((await toldTo(test, person)).map(({ content }) => content)).toContainEqual(
      expect.stringMatching(/^Your session with \w+ is cancelled: /),
    )
})

it('each night every next free time is brought up to date, one that went missing too', async () => {
  const mentor = await newMentor(test, moderator)
  const slot = await publish(test, mentor, hoursAhead(test, 40))
  await test.app.db.pool.query('update mentor_search set next_available_at = null where mentor_id = $1', [
    mentor.id,
  ])
  await test.app.jobHandlers['housekeeping:daily']({})
  expect(await nextFree(mentor)).toBe(slot.start)
})
