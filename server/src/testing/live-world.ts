import { api } from '@marga/contract/api'
import { expect } from 'vitest'
import { minutesMs } from '../platform/clock.ts'
import {
  book,
  enroll,
  hoursAhead,
  newMentee,
  newMentor,
  newModerator,
  ok,
  publish,
  signInMentee,
  signInMentor,
  signInModerator,
  type TestPerson,
} from './people.ts'
import { connectSocket, type Heard, send } from './sockets.ts'
import type { TestApp } from './test-app.ts'

/** What a product with a relay for its calls is started with. */
export const turnRelay = { TURN_URLS: 'turn:turn.test:3478', TURN_SECRET: 'a secret that coturn knows too' }

/** Booked sessions, the way into their rooms, and the clock around them. */
export async function makeLiveWorld(test: TestApp) {
  const address = await test.listen()
  const { email } = await newModerator(test)
  const asModerator = () => signInModerator(test, email)
  const connect = (person: TestPerson) => connectSocket(address, person)
  return {
    asModerator,
    connect,
    pair: async () => makeLivePair(test, await asModerator()),
    signInAgain: (person: TestPerson) => signInAgain(test, person),
    verify: (person: TestPerson, slotId: string) =>
      test.call(api.live.verify, { body: { userId: person.id, slotId } }, person),
    async enter(person: TestPerson, slotId: string): Promise<Heard> {
      const heard = await connect(await signInAgain(test, person))
      expect(await send(heard, 'live:join', { slotId })).toMatchObject({ ok: true })
      return heard
    },
  }
}
export type LiveWorld = Awaited<ReturnType<typeof makeLiveWorld>>

/** Two people with a booked session of an hour. */
async function makeLivePair(test: TestApp, moderator: TestPerson) {
  const mentor = await newMentor(test, moderator)
  const mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
  const slot = await publish(test, mentor, hoursAhead(test, 2))
  ok(await book(test, mentee, slot._id))
  const at = (minutesFromStart: number) =>
    test.clock.advance(Date.parse(slot.start) + minutesMs(minutesFromStart) - test.clock.now().getTime())
  return { mentor, mentee, slotId: slot._id, slot, at }
}
export type LivePair = Awaited<ReturnType<typeof makeLivePair>>

/** A token lives ten minutes and the clock is ours. */
const signInAgain = (test: TestApp, person: TestPerson) =>
  person.role === 'mentor' ? signInMentor(test, person.email) : signInMentee(test, person.email)
