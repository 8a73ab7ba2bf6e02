import { randomUUID } from 'node:crypto'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@marga/contract/api'
import { expect, test } from '@playwright/test'
import { findPostgresPrograms, type PostgresServer, startPostgres } from '../../testkit/postgres.mjs'
import { hasRedisServer, type RedisServer, startRedisServer } from '../../testkit/redis.mjs'
import type { AppServer } from '../support/app-server.ts'
import { send } from '../support/client.ts'
import { openDevice } from '../support/devices.ts'
import { prepareStorm, signInBoth } from '../support/message-storm.ts'
import { demoPassword } from '../support/sign-in.ts'
import { mountSmallDisk } from '../support/small-disk.ts'
import { isStorm, startTwo } from '../support/storm.ts'

/** What else may break, R5 of docs/goals.md: for half a minute in `npm run storm`, for seconds otherwise. */
const goneMs = isStorm ? 30_000 : 3_000
test.skip(!hasRedisServer || !findPostgresPrograms(), 'needs the programs of Redis and PostgreSQL')

/** Nothing listens there. */
const deadMail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Marga <hello@example.com>' }

type World = Awaited<ReturnType<typeof makeWorld>>
async function makeWorld(postgres: PostgresServer, redis: RedisServer) {
  const [one, two] = await startTwo({ database: postgres, redis: redis.url, env: deadMail })
  const { mentee, mentor } = await signInBoth(one.url)
  const { conversationId } = await prepareStorm(one.url, mentee, mentor)
  return { one, two, mentee, mentor, conversationId }
}

/** What people do all day, at one process: the status of each. */
async function useIt({ url }: AppServer, { mentee, conversationId }: World): Promise<Record<string, number>> {
  const message = { message: 'still here', sender: mentee.id, clientMessageId: randomUUID() }
  const login = { email: 'mentee@demo.test', password: demoPassword }
  const asked = {
    signIn: send(url, api.accounts.loginMentee, { body: login }),
    write: send(url, api.chat.mentee.send, { params: { conversationId }, body: message }, mentee),
    search: send(url, api.search.mentors, { query: { search: `e${Math.random()}`.slice(0, 6) } }),
    notices: send(url, api.notifications.mentee.list, { params: { ownId: mentee.id } }, mentee),
    // Its mail waits, and nobody for it.
    sendCode: send(url, api.accountSettings.mentor.sendOtp, {
      body: { email: `${randomUUID()}@example.com` },
    }),
  }
  const statuses: Record<string, number> = {}
  for (const [name, answer] of Object.entries(asked)) statuses[name] = (await answer).status
  return statuses
}

const isFine = (statuses: Record<string, number>) => Object.values(statuses).every((status) => status < 300)
const isPatient = (statuses: Record<string, number>) =>
  Object.values(statuses).every((status) => status < 300 || status === 503)

/** Uses both all the time. @returns everything that was answered */
async function useWhile(world: World, isOver: () => boolean) {
  const seen: Record<string, number>[] = []
  while (!isOver()) {
    seen.push(await useIt(world.one, world), await useIt(world.two, world))
    await sleep(100)
  }
  return seen
}

/** How long it takes until both do everything again. */
async function recovery(world: World): Promise<number> {
  const startedAt = performance.now()
  for (const process of [world.one, world.two])
    await expect
      .poll(async () => isFine(await useIt(process, world)), { intervals: [50], timeout: 60_000 })
      .toBe(true)
  return performance.now() - startedAt
}

const readiness = async ({ url }: AppServer) => {
  const answer = await fetch(`${url}/readyz`)
  return [answer.status, ((await answer.json()) as { redis?: string }).redis]
}
/** What the processes wrote of answers 500: why one was not patient. */
const failuresOf = ({ one, two }: World) =>
  [one, two].flatMap((each) =>
    each
      .output()
      .split('\n')
      .filter((line) => line.includes('request failed')),
  )
const lives = async ({ url }: AppServer) => (await fetch(`${url}/healthz`)).status

async function during(world: World, ms: number, meanwhile: () => Promise<void>) {
  let isOver = false
  const using = useWhile(world, () => isOver)
  await sleep(ms / 2)
  await meanwhile()
  await sleep(ms / 2)
  isOver = true
  return using
}

test('without Redis everything goes on, without the database the answer is 503, and both come back', async () => {
  const [postgres, redis] = [await startPostgres(), await startRedisServer()]
  const world = await makeWorld(postgres, redis)
  const { one, two, mentor } = world
  const device = await openDevice(one.url, 'mentor', mentor)
  expect(isFine(await useIt(one, world)), JSON.stringify(await useIt(one, world))).toBe(true)

  await redis.kill()
  const withoutRedis = await during(world, goneMs, async () => {
    for (const each of [one, two]) await expect.poll(() => readiness(each)).toEqual([200, 'away'])
  })
  expect(withoutRedis.filter((statuses) => !isFine(statuses))).toEqual([])
  await redis.start()
  const redisBackAt = performance.now()
  for (const each of [one, two])
    await expect.poll(() => readiness(each), { intervals: [50] }).toEqual([200, 'ok'])
  const redisMs = performance.now() - redisBackAt

  await postgres.kill()
  const withoutDatabase = await during(world, goneMs, async () => {
    for (const each of [one, two]) {
      expect((await readiness(each))[0]).toBe(503)
      expect(await lives(each)).toBe(200)
    }
  })
  expect(
    withoutDatabase.filter((statuses) => !isPatient(statuses)),
    failuresOf(world).join('\n'),
  ).toEqual([])
  expect(withoutDatabase.some(({ write }) => write === 503)).toBe(true)
  await postgres.start()
  const databaseMs = await recovery(world)
  // Who was connected stays so, and hears what is said now.
  expect(device.socket.connected).toBe(true)
  const heard = device.heard('messageReveived').length
  expect((await useIt(one, world)).write).toBeLessThan(300)
  await expect.poll(() => device.heard('messageReveived').length).toBeGreaterThan(heard)
  console.log(
    `Redis gone ${goneMs / 1000} s: ${withoutRedis.length} rounds, all answered, back in ${redisMs.toFixed(0)} ms; PostgreSQL gone ${goneMs / 1000} s: 503, back in ${databaseMs.toFixed(0)} ms; mail dead all along`,
  )
  device.close()
  await two.dispose()
  await one.dispose()
  await postgres.dispose()
  await redis.kill()
})

test('a full disk under the database is a 503, and room is all that it takes', async () => {
  const disk = mountSmallDisk(256)
  if (!disk) return test.skip(true, 'needs the right to mount a small disk')
  let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
  try {
    postgres = await startPostgres({ parent: disk.folder })
    await fillDisk(disk.folder, postgres)
  } finally {
    // What runs on the disk would keep it from being unmounted, and that error would hide the test's own.
    await postgres?.dispose()
    disk.unmount()
  }
})

async function fillDisk(parent: string, postgres: PostgresServer) {
  const redis = await startRedisServer()
  const world = await makeWorld(postgres, redis)
  const ballast = join(parent, 'ballast')
  fillUp(parent, ballast)
  // Tables and log grow until nothing fits any more.
  const grow = postgresGrowth(world)
  const seen = await during(world, goneMs, async () => {})
  await grow
  for (const each of [world.one, world.two]) expect(await lives(each)).toBe(200)
  expect(
    seen.filter((statuses) => !isPatient(statuses)),
    failuresOf(world).join('\n'),
  ).toEqual([])
  rmSync(ballast)
  // A PostgreSQL that gave up for want of room has to be started again; that is its operator's.
  if (!postgres.isRunning()) await postgres.start()
  const ms = await recovery(world)
  console.log(
    `disk full: ${seen.filter((statuses) => !isFine(statuses)).length} of ${seen.length} rounds met 503, back in ${ms.toFixed(0)} ms`,
  )
  await world.two.dispose()
  await world.one.dispose()
  await redis.kill()
}

/** All but a little, or all: the database may take what is left while it is being written. */
function fillUp(parent: string, ballast: string) {
  const { bavail, bsize } = statfsSync(parent)
  try {
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - 64 * 1024)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

const postgresGrowth = ({ one }: World) =>
  one
    .sql("select pg_logical_emit_message(true, 'ballast', repeat('x', 1000000)) from generate_series(1, 100)")
    .then(
      () => {
        throw new Error('the disk was not full')
      },
      () => {},
    )
