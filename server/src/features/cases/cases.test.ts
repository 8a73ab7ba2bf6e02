import { api } from '@marga/contract/api'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { after, daysMs, hoursMs, minutesMs } from '../../platform/clock.ts'
import { type CaseWorld, makeCaseWorld } from '../../testing/case-world.ts'
import { mentorForm, newApplicant, ok } from '../../testing/people.ts'
import { contestAs, type Subscribed } from '../../testing/settled-sessions.ts'
import { connectSocket } from '../../testing/sockets.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let world: CaseWorld
let pair: Subscribed
beforeAll(async () => {
  test = await startTestApp()
  world = await makeCaseWorld(test)
  pair = await world.pair()
})
afterAll(() => test.close())

const now = () => test.app.clock.now()
const dueIn = (iso: string) => Math.round((Date.parse(iso) - now().getTime()) / 3_600_000)

describe('the queue of cases', () => {
  it('has a ticket, one of harassment and an application, each due in its time, the first due first', async () => {
    const ticket = await world.raise(pair)
    const harassment = await world.raise(pair, { isHarassment: true })
    const form = mentorForm()
    const mentorId = await newApplicant(test, world.moderator, form)
    const { cases, counts, overdue } = await world.list({ limit: 100 })
    const found = (id: string) => cases.find(({ _id }) => _id === id)!
    expect(dueIn(found(ticket).dueAt)).toBe(30 * 24)
    expect(dueIn(found(harassment).dueAt)).toBe(24)
    const application = cases.find(({ people }) => people[0]!._id === mentorId)!
    expect([application.kind, application.stage, dueIn(application.dueAt)]).toEqual([
      'application',
      'received',
      5 * 24,
    ])
    const dueAts = cases.map(({ dueAt }) => dueAt)
    expect(dueAts).toEqual([...dueAts].sort())
    const of = (kind: string) => cases.filter((one) => one.kind === kind).length
    expect([counts.ticket, counts.application, counts.appeal, overdue]).toEqual([
      of('ticket'),
      of('application'),
      0,
      0,
    ])
  })

  it('has what the two could not settle, due within 72 hours', async () => {
    const disputing = await world.pair()
    const slot = await world.settled(disputing, [])
    const contest = await contestAs(test, disputing.mentor, slot._id)
    expect(contest.status).toBe(201)
    await test.app.clock.moveTo(test.app.db, after(now(), hoursMs(73)))
    await test.app.jobHandlers['disputes:sweep']({})
    const { cases } = await world.list({ kind: 'contest' })
    expect(cases[0]!.people.map(({ _id, part }) => [_id, part])).toEqual([
      [disputing.mentee.id, 'accused'],
      [disputing.mentor.id, 'raiser'],
    ])
    expect(dueIn(cases[0]!.dueAt)).toBe(72)
  })

  it('goes page by page through what waits, each once, and says what is overdue', async () => {
    for (let raised = 0; raised < 5; raised++) await world.raise(pair, { content: `Number ${raised}.` })
    const all = (await world.list({ limit: 100 })).cases.map(({ _id }) => _id)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await world.list({ limit: 2, ...(cursor ? { cursor } : {}) })
      seen.push(...page.cases.map(({ _id }) => _id))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(seen).toEqual(all)
    const urgent = await world.raise(pair, { isHarassment: true })
    await test.app.clock.moveTo(test.app.db, after(now(), hoursMs(25)))
    const { cases, overdue } = await world.list({ limit: 100 })
    expect(cases.find(({ _id }) => _id === urgent)!.isOverdue).toBe(true)
    expect(overdue).toBe(cases.filter(({ isOverdue }) => isOverdue).length)
  })

  it('is searched by names, emails, words of the subject, and the id', async () => {
    const raised = await world.raise(pair, { subject: 'Asked for a wire transfer' })
    const found = async (search: string) =>
      (await world.list({ search, limit: 100 })).cases.map(({ _id }) => _id)
    for (const search of [
      'transf wire',
      pair.mentor.email,
      pair.mentor.email.slice(0, 14),
      `${pair.mentee.firstName.toLowerCase()} rao`,
      raised,
    ])
      expect(await found(search), search).toContain(raised)
    for (const search of ['wire nothing', v7(), '&|!', 'Zephyrine']) expect(await found(search)).toEqual([])
  })
})

describe('a claim', () => {
  it('keeps a case for half an hour, and tells the others who has it and until when', async () => {
    const id = await world.raise(pair)
    const heard = await connectSocket(await test.listen(), world.second)
    const { until } = ok(await world.claim(id)).case.claimedBy!
    expect(Date.parse(until) - now().getTime()).toBeCloseTo(minutesMs(30), -5)
    const claimedBy = { name: 'Moderator', until }
    await expect.poll(() => heard.of('cases')).toContainEqual({ kind: 'ticket', caseId: id, claimedBy })
    expect((await world.file(id, world.second)).case.claimedBy).toEqual({ ...claimedBy, isYou: false })
    expect((await world.file(id)).case.claimedBy).toEqual({ ...claimedBy, isYou: true })
    const refused = await world.claim(id, world.second)
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({ code: 'already_claimed', claimedBy: 'Moderator', until }),
    ])
    expect((await world.release(id, world.second)).status).toBe(409)
    for (const mine of ['true', '1'] as const)
      expect((await world.list({ mine })).cases.map(({ _id }) => _id)).toEqual([id])
    expect((await world.list({ mine: 'true' }, world.second)).cases).toEqual([])
    await test.app.clock.moveTo(test.app.db, after(now(), minutesMs(30)))
    expect((await world.file(id)).case.claimedBy).toBeNull()
    expect((await world.claim(id, world.second)).status).toBe(200)
    expect((await world.release(id, world.second)).status).toBe(200)
    await expect.poll(() => heard.of('cases').at(-1)).toEqual({ kind: 'ticket', caseId: id, claimedBy: null })
    expect((await world.file(id)).events.map(({ what }) => what)).toEqual([
      'opened',
      'claimed',
      'claimed',
      'released',
    ])
  })

  it('is one moderator’s, of many that open a case at once', async () => {
    const id = await world.raise(pair)
    const both = [world.moderator, world.second]
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async (_, turn) => (await world.claim(id, both[turn % 2]!)).status),
    )
    expect(new Set(statuses)).toEqual(new Set([200, 409]))
    expect((await world.file(id)).events.filter(({ what }) => what === 'claimed')).toHaveLength(1)
  })
})

describe('the file of a case', () => {
  it('has ten messages before and after the reported one; looking at them is in the log', async () => {
    const talking = await world.pair()
    const written: string[] = []
    for (let number = 0; number < 25; number++)
      written.push(await world.write(talking, `Line ${number}`, number % 2 ? 'mentee' : 'mentor'))
    const id = await world.raise(talking, { context: { kind: 'message', id: written[12]! } })
    const { evidence } = await world.file(id, world.second)
    expect(evidence.messages.map(({ text }) => text)).toEqual(
      Array.from({ length: 21 }, (_, index) => `Line ${index + 2}`),
    )
    expect(evidence.messages.filter(({ isReported }) => isReported).map(({ text }) => text)).toEqual([
      'Line 12',
    ])
    const { entries } = await auditOf(id)
    expect(entries[0]).toMatchObject({ action: 'read_messages', moderatorId: world.second.id })
    // A page that is kept up to date asks again; somebody else looks for themselves.
    for (const by of [world.second, undefined]) await world.file(id, by)
    expect((await auditOf(id)).entries).toHaveLength(entries.length + 1)
    const plain = await world.raise(talking)
    await world.file(plain)
    expect((await auditOf(plain)).entries).toEqual([])
  })

  it('has a session with who was there, and the two’s sessions', async () => {
    const met = await world.pair()
    const slot = await world.settled(met, ['mentee'])
    const { evidence } = await world.file(await world.raise(met, { context: { kind: 'slot', id: slot._id } }))
    expect(evidence.session).toMatchObject({ _id: slot._id, status: 'missed', missedBy: 'mentor' })
    expect(evidence.session!.attendance).toEqual([
      {
        personId: met.mentee.id,
        from: slot.start,
        to: after(new Date(slot.start), minutesMs(30)).toISOString(),
      },
    ])
    expect(evidence.sessions.map(({ _id }) => _id)).toEqual([slot._id])
    expect(evidence.refundable).toBeGreaterThan(0)
  })

  it('has the profile as it was when it was reported', async () => {
    const reported = await world.pair()
    const context = { kind: 'profile', id: reported.mentor.id } as const
    const id = await world.raise(reported, { context })
    const { bio, firmName } = (await world.file(id)).evidence.profile!
    await test.app.db.pool.query(`update mentor_profile set bio = 'Another.' where account_id = $1`, [
      reported.mentor.id,
    ])
    expect((await world.file(id)).evidence.profile).toMatchObject({ bio, firmName })
    expect(bio).not.toBe('Another.')
  })

  it('has what moderators noted, and the earlier cases about the person', async () => {
    const noted = await world.pair()
    const earlier = await world.raise(noted)
    const id = await world.raise(noted)
    const text = 'Ask the mentor first.'
    const note = await test.call(api.cases.note, { params: { id }, body: { text } }, world.second)
    expect(note.status).toBe(201)
    const { events, evidence } = await world.file(id)
    expect(events.at(-1)).toMatchObject({ what: 'note', text, who: 'Moderator' })
    expect(evidence.earlier.filter(({ kind }) => kind === 'ticket').map(({ _id }) => _id)).toEqual([earlier])
    const file = await test.call(api.cases.mentor, { params: { id: noted.mentor.id } }, world.moderator)
    expect(file.body).toMatchObject({
      notes: [{ text, caseId: id }],
      person: { warnings: 0, isBlocked: false },
    })
  })

  it('is nobody’s who asks for another id', async () => {
    const params = { id: v7() }
    expect((await test.call(api.cases.get, { params }, world.moderator)).status).toBe(404)
    expect((await world.claim(params.id)).status).toBe(404)
    expect((await world.decide(params.id, [{ kind: 'dismiss' }])).status).toBe(404)
  })
})

const auditOf = async (id: string) => {
  const { body } = await test.call(api.moderation.auditLog, { query: { limit: 100 } }, world.moderator)
  const { entries } = body as { entries: { subjectId: string; action: string; moderatorId: string }[] }
  return { entries: entries.filter(({ subjectId }) => subjectId === id) }
}

describe('the figures of the desk', () => {
  it('count what waits and what was decided, and how long that took', async () => {
    const own = await world.pair()
    const before = await desk()
    const id = await world.raise(own)
    await test.app.clock.moveTo(test.app.db, after(now(), daysMs(2)))
    await world.decide(id, [{ kind: 'warn' }])
    const ticket = (figures: Awaited<ReturnType<typeof desk>>) =>
      figures.kinds.find(({ kind }) => kind === 'ticket')!
    const [then, since] = [ticket(before), ticket(await desk())]
    expect([since.waiting - then.waiting, since.decided - then.decided]).toEqual([0, 1])
    expect(since.medianHours).toBeCloseTo(48, 0)
    const warned = (await desk()).sanctions.find(({ kind }) => kind === 'warn')!
    expect(warned).toEqual({ kind: 'warn', active: 1, lifted: 0 })
  })
})

const desk = async () => {
  const { body } = await test.call(api.cases.desk, {}, world.moderator)
  return body as {
    kinds: { kind: string; waiting: number; decided: number; medianHours: number | null }[]
    sanctions: { kind: string }[]
  }
}
