import { api } from '@marga/contract/api'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasRedisServer, type RedisServer, startRedisServer } from '../../../../testkit/redis.mjs'
import {
  enroll,
  hoursAhead,
  newMentee,
  newMentor,
  newModerator,
  ok,
  publish,
  type TestPerson,
} from '../../testing/people.ts'
import { connectSocket, type Heard } from '../../testing/sockets.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/** Two processes' worth of the product, joined by Redis. */
let redis: RedisServer
let one: TestApp
let two: TestApp
let addresses: string[]
let moderator: TestPerson
beforeAll(async () => {
  if (!hasRedisServer) return
  redis = await startRedisServer()
  const env = {
    REDIS_URL: redis.url,
    DATABASE_URL: 'postgres://is-given-beside',
    TOKEN_SECRET: 'is given beside as well, for the tests',
  }
  one = await startTestApp({ env })
  two = await startTestApp({ env, sharing: one })
  addresses = [await one.listen(), await two.listen()]
  moderator = await newModerator(one)
})
afterAll(async () => {
  if (!hasRedisServer) return
  await two.close()
  await one.close()
  await redis.kill()
})

const query = (sql: string, values: unknown[] = []) => one.app.db.pool.query(sql, values)
async function send(mentor: TestPerson, message: string) {
  const body = { message, clientMessageId: v7() }
  ok(await one.call(api.community.send, { params: { mentorId: mentor.id }, body }, mentor))
}
const heardBy = ({ of }: Heard) => of('community').map(({ message }) => message)

/** A mentor and two mentees with a device on each process; the second stays. */
async function makeCommunity() {
  const mentor = await newMentor(one, moderator)
  const [leaver, stayer] = [await newMentee(one), await newMentee(one)]
  for (const mentee of [leaver, stayer]) await enroll(one, mentee, mentor)
  const devicesOf = async (person: TestPerson) => [
    await connectSocket(addresses[0]!, person),
    await connectSocket(addresses[1]!, person),
  ]
  return { mentor, leaver, ofLeaver: await devicesOf(leaver), ofStayer: await devicesOf(stayer) }
}
type Community = Awaited<ReturnType<typeof makeCommunity>>

const endings = {
  'whose subscription ends': ({ mentor, leaver }: Community) =>
    query(
      "update enrollment set status = 'ended', ended_at = now(), end_reason = 'canceled' where mentee_id = $1 and mentor_id = $2",
      [leaver.id, mentor.id],
    ),
  'whom the mentor blocks': ({ mentor, leaver }: Community) =>
    query('insert into blocked_person (account_id, person_id) values ($1, $2)', [mentor.id, leaver.id]),
  'who blocks the mentor': ({ mentor, leaver }: Community) =>
    query('insert into blocked_person (account_id, person_id) values ($1, $2)', [leaver.id, mentor.id]),
}
/** No process is told. */
async function withoutNotice(work: () => Promise<unknown>) {
  const turn = async (how: 'disable' | 'enable') => {
    await query(`alter table enrollment ${how} trigger enrollment_community_changed`)
    await query(`alter table blocked_person ${how} trigger blocked_person_community_changed`)
  }
  await turn('disable')
  await work()
  await turn('enable')
}

/** As if it had been so long ago that nobody is left out any more by that. */
const lookLongAgo = async ({ leaver }: Community) => {
  await query("update enrollment set ended_at = ended_at - interval '1 hour' where mentee_id = $1", [
    leaver.id,
  ])
  await query(
    "update blocked_person set created_at = created_at - interval '1 hour' where $1 in (account_id, person_id)",
    [leaver.id],
  )
}

describe.skipIf(!hasRedisServer)('a community over two processes', () => {
  it('tells every device of every member once', async () => {
    const { mentor, ofLeaver, ofStayer } = await makeCommunity()
    await send(mentor, 'to all')
    for (const device of [...ofLeaver, ...ofStayer])
      await expect.poll(() => heardBy(device)).toEqual(['to all'])
  })

  it.each(Object.entries(endings))(
    'tells nothing from the commit on, before any process hears of it, to a member %s',
    async (_who, end) => {
      const community = await makeCommunity()
      const { mentor, ofLeaver, ofStayer } = community
      const texts = Array.from({ length: 20 }, (_, n) => `after ${n}`)
      await withoutNotice(() => end(community))
      for (const text of texts) await send(mentor, text)
      for (const device of ofStayer) await expect.poll(() => heardBy(device)).toEqual(texts)
      expect(ofLeaver.flatMap(heardBy)).toEqual([])
    },
  )

  it.each(Object.entries(endings))('has put out of its room a member %s', async (_who, end) => {
    const community = await makeCommunity()
    const { mentor, leaver, ofLeaver, ofStayer } = community
    await end(community)
    for (const test of [one, two])
      await expect.poll(() => test.app.rooms.roomsHere(leaver.id)).not.toContain(`community:${mentor.id}`)
    await lookLongAgo(community)
    await send(mentor, 'much later')
    for (const device of ofStayer) await expect.poll(() => heardBy(device)).toEqual(['much later'])
    // The calendars of a mentor are told by the same room.
    const { _id: slotId } = await publish(one, mentor, hoursAhead(one, 50))
    const calendar = [{ mentorId: mentor.id, slotId, status: 'open' }]
    for (const device of ofStayer) await expect.poll(() => device.of('slots')).toEqual(calendar)
    expect(ofLeaver.flatMap((device) => [...heardBy(device), ...device.of('slots')])).toEqual([])
  })

  it('tells who subscribes, and who is blocked no more, on the devices that are there', async () => {
    const { mentor, leaver, ofLeaver } = await makeCommunity()
    const newcomer = await newMentee(one)
    const device = await connectSocket(addresses[1]!, newcomer)
    await enroll(one, newcomer, mentor)
    await query('insert into blocked_person (account_id, person_id) values ($1, $2)', [mentor.id, leaver.id])
    await query('delete from blocked_person where account_id = $1', [mentor.id])
    await expect.poll(() => two.app.rooms.roomsHere(newcomer.id)).toContain(`community:${mentor.id}`)
    for (const test of [one, two])
      await expect.poll(() => test.app.rooms.roomsHere(leaver.id)).toContain(`community:${mentor.id}`)
    await send(mentor, 'welcome')
    for (const each of [device, ...ofLeaver]) await expect.poll(() => heardBy(each)).toEqual(['welcome'])
  })

  it('finds what it was not told of when its connection to the database breaks', async () => {
    const community = await makeCommunity()
    const { mentor, leaver, ofLeaver, ofStayer } = community
    await withoutNotice(() => endings['whose subscription ends'](community))
    expect(one.app.rooms.roomsHere(leaver.id)).toContain(`community:${mentor.id}`)
    await query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'marga-listen' and datname = current_database()",
    )
    for (const test of [one, two])
      await expect.poll(() => test.app.rooms.roomsHere(leaver.id)).not.toContain(`community:${mentor.id}`)
    await lookLongAgo(community)
    await send(mentor, 'later')
    for (const device of ofStayer) await expect.poll(() => heardBy(device)).toEqual(['later'])
    expect(ofLeaver.flatMap(heardBy)).toEqual([])
  })
})
