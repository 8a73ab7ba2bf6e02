import { api } from '@marga/contract/api'
import { balanceText } from '@marga/contract/session-credit-cases'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { after, daysMs, hoursMs } from '../../platform/clock.ts'
import { formatPlainDate } from '../../platform/date-format.ts'
import { expectBooksToBalance } from '../../testing/ledger-balance.ts'
import { outboxWith } from '../../testing/outbox.ts'
import {
  book,
  enroll,
  newMentee,
  newMentor,
  newModerator,
  publish,
  type TestPerson,
} from '../../testing/people.ts'
import { runPaymentJobs } from '../../testing/queued-jobs.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/**
 * Random acts of many pairs over two processes, with renewals, refunds, and provider events that come twice and out of
 * order. After each round the ledger adds up for everybody. LEDGER_ACTS=10000 plays the long form.
 */
const acts = Number(process.env.LEDGER_ACTS ?? 200)
const isLong = acts > 2000
const menteeCount = isLong ? 50 : 6
const mentorCount = isLong ? 5 : 2
const atOnce = 10

let one: TestApp
let two: TestApp
let moderator: TestPerson
beforeAll(async () => {
  one = await startTestApp()
  two = await startTestApp({ sharing: one })
  moderator = await newModerator(one)
})
afterAll(async () => {
  await two.close()
  await one.close()
})

type Booked = { slotId: string; mentee: TestPerson; mentor: TestPerson }
const random = seededRandom(20261122)
function pick<T>(of: readonly T[]): T {
  return of[Math.floor(random() * of.length)]!
}
const onEither = () => (random() < 0.5 ? one : two)
const pool = () => one.app.db.pool

async function makePeople() {
  const mentors: TestPerson[] = []
  for (let no = 0; no < mentorCount; no++) mentors.push(await newMentor(one, moderator))
  const pairs: { mentee: TestPerson; mentor: TestPerson }[] = []
  for (let no = 0; no < menteeCount; no++) {
    const pair = { mentee: await newMentee(one), mentor: mentors[no % mentorCount]! }
    await enroll(one, pair.mentee, pair.mentor)
    pairs.push(pair)
  }
  return { mentors, pairs }
}
type People = Awaited<ReturnType<typeof makePeople>>

let hour = 0
const nextHour = () =>
  new Date((Math.ceil(one.app.clock.now().getTime() / hoursMs(1)) + 14 + (hour++ % 900)) * hoursMs(1))

const booked: Booked[] = []

/** One act of somebody; a refusal is as good an outcome as a success. */
const actions: Record<string, (people: People) => Promise<unknown>> = {
  async book({ pairs }) {
    const { mentee, mentor } = pick(pairs)
    const app = onEither()
    const slot = await publish(app, mentor, nextHour()).catch(() => undefined)
    if (!slot) return
    const { status } = await book(onEither(), mentee, slot._id)
    if (status === 200) booked.push({ slotId: slot._id, mentee, mentor })
  },
  async cancelAsMentee() {
    const { slotId, mentee } = pick(booked) ?? {}
    if (mentee) await onEither().call(api.slots.cancel, { body: { slotId: slotId! } }, mentee)
  },
  async cancelAsMentor() {
    const { slotId, mentor } = pick(booked) ?? {}
    if (mentor) await onEither().call(api.slots.remove, { params: { slotId: slotId! } }, mentor)
  },
  async move() {
    const session = pick(booked)
    if (!session) return
    const to = await publish(onEither(), session.mentor, nextHour()).catch(() => undefined)
    if (!to) return
    const body = { slotId: session.slotId, toSlotId: to._id }
    const { status } = await onEither().call(api.moves.move, { body }, session.mentee)
    if (status === 200) session.slotId = to._id
  },
  async pauseOrNot({ pairs }) {
    const { mentee } = pick(pairs)
    const params = { enrollmentId: await enrollmentOf(mentee) }
    if (random() < 0.5) await onEither().call(api.enrollments.pause, { params, body: { days: 7 } }, mentee)
    else await onEither().call(api.enrollments.endPause, { params }, mentee)
  },
  async cancelOrResume({ pairs }) {
    const { mentee } = pick(pairs)
    const params = { enrollmentId: await enrollmentOf(mentee) }
    const call = random() < 0.3 ? api.enrollments.cancel : api.enrollments.resume
    await onEither().call(call, { params }, mentee)
  },
  async subscribeAgain({ pairs }) {
    const { mentee, mentor } = pick(pairs)
    await enroll(onEither(), mentee, mentor).catch(() => undefined)
  },
  /** One after the other: a provider gives back no more than was paid, and this one does not look. */
  async refund() {
    if (random() < 0.7) return
    lastRefund = lastRefund.then(refundInDashboard)
    await lastRefund
  },
  /** The provider tells of something again, late, and of the same twice at once. */
  async repeatEvents({ pairs }) {
    const { mentee } = pick(pairs)
    const { rows } = await pool().query<{ id: string }>(
      'select provider_subscription_id as id from enrollment where mentee_id = $1 order by random() limit 1',
      [mentee.id],
    )
    const eventId = one.app.newId()
    await pool().query(
      'insert into provider_event (id, provider, type, payload, received_at) values ($1, $2, $3, $4, $5)',
      [eventId, 'sandbox', 'invoice.paid', { subscriptionId: rows[0]?.id }, one.app.clock.now()],
    )
    await Promise.all([one, two].map(({ app }) => app.jobHandlers['payments:event']({ eventId })))
  },
}

let lastRefund = Promise.resolve()

/** A part, or the whole of what is left. */
async function refundInDashboard() {
  const { rows } = await pool().query<{ id: string; amount: number; left: number }>(
    `select provider_charge_id as id, payment.amount,
       payment.amount - coalesce((select sum(amount) from sandbox_refund where payment_id = provider_charge_id), 0)::int as left
     from payment order by random() limit 1`,
  )
  const [payment] = rows
  if (!payment || payment.left <= 0) return
  const amount = random() < 0.5 ? payment.left : Math.min(payment.left, 100)
  await pool().query('insert into sandbox_refund (reference, payment_id, amount) values ($1, $2, $3)', [
    `dashboard:${one.app.newId()}`,
    payment.id,
    amount,
  ])
}

const enrollmentOf = async (mentee: TestPerson) =>
  (
    await pool().query<{ id: string }>(
      'select id from enrollment where mentee_id = $1 order by started_at desc limit 1',
      [mentee.id],
    )
  ).rows[0]!.id

/** Days pass: renewals, lapses, sessions that somebody missed, and whatever money is due. */
async function passTime() {
  await one.app.clock.moveTo(one.app.db, after(one.app.clock.now(), daysMs(random() * (isLong ? 6 : 12))))
  await two.app.clock.load(two.app.db)
  await pool().query(
    `insert into live_stay (id, slot_id, account_id, connection_id, joined_at, seen_at, left_at)
     select gen_random_uuid(), slot.id, person.id, gen_random_uuid(), starts_at, ends_at, ends_at
     from slot cross join lateral (values (mentee_id), (mentor_id)) as person (id)
     where status = 'booked' and ends_at < $1 and random() < 0.6
       and not exists (select from live_stay where slot_id = slot.id)`,
    [one.app.clock.now()],
  )
  for (const name of ['enrollments:sweep', 'session-credits:sweep', 'live:settle'] as const)
    await Promise.all([one, two].map(({ app }) => app.jobHandlers[name]({})))
  await runPaymentJobs(one)
}

/** Of somebody who has just cancelled: the mail's words are the balance that is read afterwards. */
async function expectWordsToBeTrue({ pairs }: People) {
  const { mentee } = pick(pairs)
  const before = (await outboxWith(one, mentee.email, 'Cancelled')).length
  const own = booked.filter((each) => each.mentee === mentee)
  const statuses = await Promise.all(
    own.slice(-1).map(({ slotId }) => one.call(api.slots.cancel, { body: { slotId } }, mentee)),
  )
  if (statuses[0]?.status !== 200 || !statuses[0].body.call) return
  const { effect, balance } = statuses[0].body.call
  const mails = await outboxWith(one, mentee.email, 'Cancelled')
  const { mentor } = own.at(-1)!
  const found = await one.app.enrollments.ofPair(mentee.id, mentor.id)
  expect(balance).toEqual({ callsLeft: found!.callsLeft, extraCalls: found!.extraCalls })
  // Who gets many mails a day reads the rest in a digest.
  if (mails.length === before) return
  const [mail] = mails
  if (effect === 'lapsed') expect(mail!.text).toContain('is not given back')
  else if (effect !== 'refunded')
    expect(mail!.text).toContain(balanceText(balance, (iso) => formatPlainDate(new Date(iso), null)))
}

it(
  'adds up for everybody at every moment over random acts',
  async () => {
    const people = await makePeople()
    const names = Object.keys(actions)
    const weighted = [...names, 'book', 'book', 'book', 'cancelAsMentee', 'cancelAsMentor', 'move']
    for (let done = 0; done < acts; done += atOnce) {
      await Promise.all(Array.from({ length: atOnce }, () => actions[pick(weighted)]!(people)))
      if (done % (isLong ? 50 : 20) === 0) await passTime()
      await expectBooksToBalance(pool())
      await expectWordsToBeTrue(people)
    }
    await passTime()
    await expectBooksToBalance(pool())
    // The acts are not all refusals.
    const { rows } = await pool().query<{ what: string }>('select distinct what from session_credit_event')
    const usual = ['granted', 'held', 'freed', 'spent', 'lapsed']
    const kinds = isLong ? [...usual, 'moved', 'refunded', 'extended'] : usual
    expect(rows.map(({ what }) => what)).toEqual(expect.arrayContaining(kinds))
  },
  Math.max(600_000, acts * 400),
)
