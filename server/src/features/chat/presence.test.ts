import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countLockWaits } from '../../testing/lock-waits.ts'
import {
  enroll,
  newMentee,
  newMentor,
  newModerator,
  ok,
  type TestPerson,
  testPassword,
} from '../../testing/people.ts'
import { connectSocket, type Heard, openSocket } from '../../testing/sockets.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let address: string
let mentor: TestPerson
let mentees: TestPerson[]
beforeAll(async () => {
  test = await startTestApp()
  address = await test.listen()
  mentor = await newMentor(test, await newModerator(test))
  mentees = [await newMentee(test), await newMentee(test), await newMentee(test)]
  for (const mentee of mentees) await enroll(test, mentee, mentor)
})
afterAll(() => test.close())

const query = async (sql: string, values: unknown[] = []) => (await test.app.db.pool.query(sql, values)).rows
const rowsOf = ({ id }: TestPerson) => query('select process_id from online where account_id = $1', [id])
const bySomebody = (people: { userId: string }[]) => people.map(({ userId }) => userId).sort()
const idsOf = (people: TestPerson[]) => people.map(({ id }) => id).sort()
const listOf = ({ of }: Heard) =>
  of('presences').flatMap(({ people }) => people as { userId: string; isOnline: boolean }[])

describe('who is there', () => {
  it('is told to each device that comes, in one list, and to those alone who are there', async () => {
    const here = await connectSocket(address, mentees[0]!)
    await expect.poll(() => rowsOf(mentees[0]!)).toHaveLength(1)
    const devices: Heard[] = []
    for (const _device of [1, 2]) {
      const device = openSocket(address, mentor, { takesPresences: true })
      await expect.poll(() => device.of('presences').length).toBe(1)
      expect(bySomebody(listOf(device))).toEqual(idsOf(mentees))
      expect(listOf(device).filter(({ isOnline }) => isOnline)).toMatchObject([{ userId: mentees[0]!.id }])
      expect(device.of('presence')).toEqual([])
      devices.push(device)
    }
    await expect.poll(() => here.of('presence').at(-1)).toMatchObject({ userId: mentor.id, isOnline: true })
    // Before the next test, whose device would hear of it.
    here.socket.close()
    const gone = { userId: mentees[0]!.id, isOnline: false }
    for (const device of devices) await expect.poll(() => device.of('presence')).toMatchObject([gone])
  })

  it('is told person by person to a client that knows no lists', async () => {
    const device = await connectSocket(address, mentor)
    await expect.poll(() => bySomebody(device.of('presence') as { userId: string }[])).toEqual(idsOf(mentees))
    expect(device.of('presences')).toEqual([])
  })

  it('is told of those whom a mentor with too many conversations talked with last', async () => {
    const busy = await newMentor(test, await newModerator(test))
    // Written in the other order than they are listed in.
    await query(
      `with mentee as (insert into account (id, role, first_name, last_name, email, password_hash)
          select gen_random_uuid(), 'mentee', 'Mentee', n, n || '@many.example', '-' from generate_series(1, 502) as n
          returning id, last_name::integer as n)
        insert into conversation (id, mentee_id, mentor_id, updated_at)
        select gen_random_uuid(), id, $1, now() - (503 - n) * interval '1 minute' from mentee order by n`,
      [busy.id],
    )
    const device = openSocket(address, busy, { takesPresences: true })
    await expect.poll(() => device.of('presences').length).toBe(1)
    const last = await query(
      'select mentee_id from conversation where mentor_id = $1 order by updated_at desc limit 500',
      [busy.id],
    )
    expect(bySomebody(listOf(device))).toEqual(last.map(({ mentee_id }) => mentee_id).sort())
    device.socket.close()
  })

  it('is right for two who come at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const [one, other] = [
        openSocket(address, mentor, { takesPresences: true }),
        openSocket(address, mentees[1]!, { takesPresences: true }),
      ]
      const isSeen = (heard: Heard, { id }: TestPerson) =>
        [...listOf(heard), ...(heard.of('presence') as { userId: string; isOnline: boolean }[])]
          .filter(({ userId }) => userId === id)
          .at(-1)?.isOnline
      await expect.poll(() => [isSeen(one, mentees[1]!), isSeen(other, mentor)]).toEqual([true, true])
      for (const { socket } of [one, other]) socket.close()
      await expect.poll(async () => [...(await rowsOf(mentor)), ...(await rowsOf(mentees[1]!))]).toEqual([])
    }
  })

  it('is right for one whose two tabs come, and go, at the same moment', async () => {
    const [, mentee] = mentees as [TestPerson, TestPerson]
    const client = await test.app.db.pool.connect()
    try {
      // Which communities a person belongs to is read between the account's room and being signed in.
      await client.query('begin')
      await client.query('lock table enrollment in access exclusive mode')
      const tabs = [openSocket(address, mentee), openSocket(address, mentee)]
      await expect.poll(() => countLockWaits(client)).toBeGreaterThan(0)
      // The other has its turn in the meantime.
      await sleep(300)
      await client.query('commit')
      await expect.poll(() => tabs.map((tab) => tab.of('connected').length)).toEqual([1, 1])
      await expect.poll(() => rowsOf(mentee)).toHaveLength(1)
      for (const { socket } of tabs) socket.close()
      await expect.poll(() => rowsOf(mentee)).toEqual([])
    } finally {
      client.release()
    }
  })

  it('is written anew when others took this process for gone', async () => {
    await connectSocket(address, mentees[2]!)
    await expect.poll(() => rowsOf(mentees[2]!)).toHaveLength(1)
    // First, so that it is gone when this process holds its lock again, however soon that is.
    await query('delete from online')
    await query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'marga locks' and datname = current_database()",
    )
    await expect.poll(() => rowsOf(mentees[2]!)).toHaveLength(1)
  })

  it('is written as soon as the database takes it again', async () => {
    await query('alter table online rename to online_away')
    const device = await connectSocket(address, mentees[2]!)
    await expect.poll(() => test.app.hub.connections()).toBeGreaterThan(0)
    await query('alter table online_away rename to online')
    await expect.poll(() => rowsOf(mentees[2]!)).toHaveLength(1)
    device.socket.close()
  })
})

it('when somebody was seen last is not written to an account that is deleted meanwhile', async () => {
  const leaving = await newMentee(test)
  await connectSocket(address, leaving)
  await expect.poll(() => rowsOf(leaving)).toHaveLength(1)
  const body = { password: testPassword }
  ok(await test.call(api.accountSettings.mentee.deleteAccount, { body }, leaving))
  await expect.poll(() => rowsOf(leaving)).toEqual([])
  expect(await query('select last_seen_at from account where id = $1', [leaving.id])).toEqual([
    { last_seen_at: null },
  ])
})
