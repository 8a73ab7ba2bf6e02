import { api } from '@marga/contract/api'
import type { Vacation } from '@marga/contract/vacations'
import { wallClock } from '@marga/contract/wall-clock'
import { addDays } from '@marga/contract/zoned-time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysMs } from '../../platform/clock.ts'
import { newMentor, newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { passTime } from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { mentorZone } from '../../testing/waiting-question.ts'

let test: TestApp
let moderator: TestPerson
let mentor: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
  mentor = await newMentor(test, moderator)
})
afterAll(() => test.close())

/** The mentor's calendar so many days ahead. */
const day = (ahead: number) => addDays(wallClock(test.app.clock.now(), mentorZone).day, ahead)
const put = (vacations: Vacation[], by = mentor) =>
  test.call(api.responseTimes.announceVacations, { params: { mentorId: by.id }, body: { vacations } }, by)
const get = async (of = mentor) =>
  ok(await test.call(api.responseTimes.vacations, { params: { mentorId: of.id } }, of)).vacations

describe('vacations', () => {
  it('are listed in their order, and replaced as a whole', async () => {
    const [later, sooner] = [
      { from: day(20), to: day(25) },
      { from: day(3), to: day(3) },
    ]
    expect(ok(await put([later, sooner])).vacations).toEqual([sooner, later])
    expect(ok(await put([later])).vacations).toEqual([later])
    expect(await get()).toEqual([later])
    expect(ok(await put([])).vacations).toEqual([])
  })

  it('are those of the mentor alone', async () => {
    const other = await newMentor(test, moderator)
    ok(await put([{ from: day(5), to: day(6) }]))
    expect(await get(other)).toEqual([])
    const params = { mentorId: mentor.id }
    expect((await test.call(api.responseTimes.vacations, { params }, other)).status).toBe(403)
  })

  it.each<[string, () => Vacation[], string]>([
    ['ends before it begins', () => [{ from: day(6), to: day(5) }], 'vacations.0.to'],
    ['is longer than 60 days', () => [{ from: day(1), to: day(61) }], 'vacations.0.to'],
    ['is over', () => [{ from: day(-9), to: day(-1) }], 'vacations.0.to'],
    [
      'overlaps with another',
      () => [
        { from: day(1), to: day(5) },
        { from: day(5), to: day(7) },
      ],
      'vacations.1.from',
    ],
    ['is no date', () => [{ from: 'soon', to: day(3) }], 'vacations.0.from'],
  ])('are refused at the field where one %s', async (_, vacations, field) => {
    const before = await get()
    const refused = await put(vacations())
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.body.fields as object)).toEqual([field])
    expect(await get()).toEqual(before)
  })

  it('that are over are listed no more, and stand in nobody’s way', async () => {
    ok(await put([{ from: day(1), to: day(2) }]))
    await passTime(test, daysMs(3))
    expect(await get()).toEqual([])
    ok(await put([{ from: day(0), to: day(1) }]))
  })

  it('that follow one another are one time away, on cards and profiles', async () => {
    const away = await newMentor(test, moderator)
    const backOnWith = async (vacations: Vacation[]) => {
      ok(await put(vacations, away))
      const { mentorData } = ok(await test.call(api.mentors.profile, { params: { mentorId: away.id } }))
      const found = ok(await test.call(api.search.mentors, { query: { limit: 100 } }))
      const card = found.mentorsSearchResult.find(({ _id }) => _id === away.id)
      expect(card?.backOn).toBe(mentorData.backOn)
      return mentorData.backOn
    }
    const [today, next, third] = [
      { from: day(0), to: day(2) },
      { from: day(3), to: day(5) },
      { from: day(6), to: day(6) },
    ]
    expect(await backOnWith([today, third])).toBe(day(3))
    expect(await backOnWith([today, next, third, { from: day(8), to: day(9) }])).toBe(day(7))
    expect(await backOnWith([next, third])).toBeNull()
  })

  it('set by two at once are those of one of them', async () => {
    const [one, other] = [[{ from: day(10), to: day(12) }], [{ from: day(11), to: day(14) }]]
    const answers = await Promise.all([put(one), put(other)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect([one, other]).toContainEqual(await get())
  })
})
