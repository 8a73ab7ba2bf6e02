import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { startWorker } from '../../platform/jobs/jobs.ts'
import { book, enroll, newMentee, newMentor, newModerator, type TestPerson } from '../../testing/people.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { everyDay, layOutHours, layOutNow, putHours, timeAhead } from '../../testing/weekly-hours.ts'

/**
 * Two processes lay out a mentor's hours while 200 book, some cancel, and the mentor edits hours, publishes and deletes.
 * The database keeps each slot that was laid out within the buffer of another.
 */
let one: TestApp
let two: TestApp
/** For the test's questions, which must not wait behind the storm. */
let own: Database
beforeAll(async () => {
  one = await startTestApp()
  two = await startTestApp({ sharing: one })
  own = openDatabase({ url: one.databaseUrl, poolSize: 10, onError: () => {} })
})
afterAll(async () => {
  await own.close()
  await two.close()
  await one.close()
})

const bookers = 200
const lastingMs = 6_000
const bookingsMin = 20

const keepMistakes = () =>
  one.app.db.pool.query(`
    create table layout_mistake (starts_at timestamptz, other timestamptz);
    create function note_mistake() returns trigger language plpgsql as $$ begin
      insert into layout_mistake select new.starts_at, slot.starts_at
        from slot join availability using (mentor_id)
        where slot.mentor_id = new.mentor_id and slot.id <> new.id and slot.status <> 'cancelled'
          and slot.starts_at < new.ends_at + make_interval(mins => buffer_minutes)
          and slot.ends_at > new.starts_at - make_interval(mins => buffer_minutes);
      return null; end $$;
    create trigger mistake_noted after insert on slot for each row when (new.is_laid_out) execute function note_mistake();`)

const rowsOf = async (text: string, values: unknown[] = []) => (await own.pool.query(text, values)).rows

async function makeScene() {
  const mentor = await newMentor(one, await newModerator(one))
  const mentees: TestPerson[] = []
  while (mentees.length < 12) mentees.push(await newMentee(one))
  for (const mentee of mentees) await enroll(one, mentee, mentor)
  await layOutHours(one, mentor, { weekly: everyDay('06:00', '22:00'), maxPerDay: 4 })
  return { mentor, mentees }
}
type Scene = Awaited<ReturnType<typeof makeScene>>

const random = seededRandom(20_261_123)
const below = (count: number) => Math.floor(random() * count)
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** What the mentor does at some moment: mostly to save other hours, else to publish or delete something. */
async function actAsMentor(on: TestApp, mentor: TestPerson) {
  const kind = below(4)
  if (kind < 2) {
    const from = below(40) * 15
    return putHours(on, mentor, {
      weekly: everyDay(clock(from), clock(from + 600)),
      sessionMinutes: below(2) ? 30 : 60,
      bufferMinutes: [0, 10, 30][below(3)]!,
      maxPerDay: [null, 4, 6][below(3)]!,
    })
  }
  if (kind === 2) {
    const start = timeAhead(on, 1 + below(6), clock(below(92) * 15))
    const end = new Date(start.getTime() + 3_600_000)
    const slotDetails = { start: start.toISOString(), end: end.toISOString() }
    return on.call(api.slots.publish, { body: { slotDetails, mentorId: mentor.id } as never }, mentor)
  }
  const [open] = await rowsOf(`select id from slot where status = 'open' order by random() limit 1`)
  return on.call(api.slots.remove, { params: { slotId: open?.id ?? on.app.newId() } }, mentor)
}

async function storm({ mentor, mentees }: Scene) {
  const held = new Map<string, string>()
  const responses = new Map<string, number>()
  const check = (response: { status: number; body: Record<string, unknown> }) => {
    // On a busy machine some are told to come back.
    if (response.status !== 503) expect(response.status, JSON.stringify(response.body)).toBeLessThan(500)
    const code = String(response.body.code ?? response.status)
    responses.set(code, (responses.get(code) ?? 0) + 1)
  }
  const bookSome = async (no: number) => {
    await sleep(random() * lastingMs)
    const [slot] = await rowsOf(
      `select id from slot where status = 'open' and starts_at > now() order by starts_at + random() * interval '2 days' limit 1`,
    )
    if (!slot) return
    const mentee = mentees[no % mentees.length]!
    const on = no % 2 ? one : two
    const response = await book(on, mentee, slot.id)
    check(response)
    if (response.status !== 200) return
    held.set(slot.id, mentee.id)
    if (no % 3) return
    await sleep(random() * 500)
    const cancelled = await on.call(api.slots.cancel, { body: { slotId: slot.id } }, mentee)
    check(cancelled)
    if (cancelled.status !== 503) held.delete(slot.id)
  }
  const until = Date.now() + lastingMs
  // On a slow machine few come to anything in that time, and some of it must be what this is about.
  const hasSeenEnough = () => responses.has('201') && (responses.get('200') ?? 0) > bookingsMin
  const goesOn = () => Date.now() < until || (!hasSeenEnough() && Date.now() < until + 60_000)
  const edit = async (on: TestApp) => {
    while (goesOn()) {
      check(await actAsMentor(on, mentor))
      await sleep(random() * 300)
    }
  }
  const bookAll = async () => {
    do await Promise.all(Array.from({ length: bookers }, (_, no) => bookSome(no)))
    while (!hasSeenEnough() && Date.now() < until + 60_000)
  }
  await Promise.all([bookAll(), edit(one), edit(two)])
  return { held, responses }
}

it('lose no booking, overlap nothing and stay out of every buffer while 200 book and the mentor edits', async () => {
  const scene = await makeScene()
  const { mentor } = scene
  await keepMistakes()
  for (const app of [one, two]) {
    const worker = await startWorker(app.app.db, app.app.jobHandlers, app.app.log)
    onTestFinished(() => worker.stop())
  }
  const { held, responses } = await storm(scene)
  const booked = await rowsOf(`select id, mentee_id from slot where status = 'booked' and mentor_id = $1`, [
    mentor.id,
  ])
  const stillHeld = new Map(booked.map(({ id, mentee_id }) => [id, mentee_id]))
  const cancelledByMentor = await rowsOf(
    `select id from slot where status = 'cancelled' and mentor_id = $1`,
    [mentor.id],
  )
  for (const { id } of cancelledByMentor) held.delete(id)
  expect([...stillHeld].sort()).toEqual([...held].sort())
  expect(await rowsOf('select * from layout_mistake')).toEqual([])
  await layOutNow(one, mentor)
  const near = await rowsOf(
    `select slot.starts_at, other.starts_at as other, other.status from slot
     join availability using (mentor_id) join slot as other on other.mentor_id = slot.mentor_id and other.id <> slot.id
     where slot.status = 'open' and slot.is_laid_out and slot.starts_at > now() and other.status <> 'cancelled'
       and other.starts_at < slot.ends_at + make_interval(mins => buffer_minutes)
       and other.ends_at > slot.starts_at - make_interval(mins => buffer_minutes)`,
  )
  expect(near).toEqual([])
  // The storm has met what it is about.
  expect([...responses.keys()]).toEqual(expect.arrayContaining(['200', '201', 'slot_unavailable']))
  expect(responses.get('200')).toBeGreaterThan(bookingsMin)
})
