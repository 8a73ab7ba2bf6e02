import { api } from '@marga/contract/api'
import { type MovableStage, vettingItems } from '@marga/contract/vetting'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  newMentor,
  newModerator,
  ok,
  signInMentor,
  type TestPerson,
  testPassword,
} from '../../testing/people.ts'
import { toldTo } from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { mailsTo, newApplication, statusOf } from '../../testing/vetting.ts'
import { createReapplications } from '../mentors/reapplications.service.ts'
import { createApplicants } from './applicants.service.ts'

let test: TestApp
let moderator: TestPerson
let second: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
  second = await newModerator(test)
})
afterAll(() => test.close())

type Asked = { text?: string; note?: string }
const stage = (by: TestPerson, mentorId: string, to: MovableStage, asked: Asked = {}) =>
  test.call(api.cases.stage, { body: { mentorId, stage: to, ...asked } }, by)
const answer = (token: string, text: string) =>
  test.call(api.mentors.answerAsApplicant, { body: { token, text } })
const check = (by: TestPerson, id: string, item: (typeof vettingItems)[number], evidence: string | null) =>
  test.call(api.cases.check, { params: { id }, body: { item, evidence } }, by)
const accept = (mentorId: string) => test.call(api.moderation.accept, { body: { mentorId } }, moderator)
const applicants = () => createApplicants({ ...test.app, reapplications: createReapplications(test.app) })
const eventsOf = async (caseId: string) =>
  (
    await test.app.db.query
      .selectFrom('caseEvent')
      .select(['what', 'text', 'moderatorId'])
      .where('caseId', '=', caseId)
      .orderBy('at')
      .orderBy('id')
      .execute()
  ).map(({ what, text, moderatorId }) => [what, text, moderatorId])
const logOf = async (mentorId: string) =>
  ok(await test.call(api.moderation.auditLog, { query: { limit: 100 } }, moderator)).entries.filter(
    ({ subjectId }) => subjectId === mentorId,
  )

describe('an application that is looked into', () => {
  it('goes through its stages: the applicant sees them, is asked by mail, and answers by either link', async () => {
    const { mentorId, applicationId, email, token } = await newApplication(test, moderator)
    expect(await statusOf(test, token)).toMatchObject({ stage: 'received', wanted: null, exchange: [] })
    ok(await stage(moderator, mentorId, 'in_review', { note: 'Looks good so far.' }))
    const wanted = 'Please send us <one> talk of yours.'
    ok(await stage(second, mentorId, 'info_wanted', { text: wanted }))
    expect(await statusOf(test, token)).toMatchObject({ stage: 'info_wanted', wanted })
    const [mail] = await mailsTo(test, email)
    expect([mail!.subject, mail!.text]).toEqual([
      'A question about your application',
      expect.stringContaining(wanted),
    ])
    const later = /auth\/application\?token=([\w-]+)/.exec(mail!.text)![1]!
    expect(later).not.toBe(token)
    ok(await answer(later, 'Here it is: https://example.com/talk'))
    expect(await statusOf(test, token)).toMatchObject({
      stage: 'in_review',
      wanted: null,
      exchange: [
        { by: 'moderator', text: wanted },
        { by: 'applicant', text: 'Here it is: https://example.com/talk' },
      ],
    })
    expect(await eventsOf(applicationId)).toEqual([
      ['stage', 'In review', moderator.id],
      ['note', 'Looks good so far.', moderator.id],
      ['stage', 'Information wanted', second.id],
      ['applicant_answered', 'Here it is: https://example.com/talk', null],
    ])
    expect((await logOf(mentorId)).map(({ action, note }) => [action, note])).toEqual([
      ['stage', 'Information wanted.'],
      ['stage', 'In review. Looks good so far.'],
    ])
  })

  it('tells the moderators of an answer once, however many lines it has', async () => {
    const { mentorId, applicationId, token } = await newApplication(test, moderator)
    ok(await stage(moderator, mentorId, 'interview', { text: 'Tomorrow at five?' }))
    ok(await answer(token, 'Yes.'))
    ok(await answer(token, 'Or at six.'))
    const told = (await toldTo(test, second)).filter(
      ({ link, content }) => link === `/moderator/cases/${applicationId}` && !content.startsWith('New'),
    )
    expect(told.map(({ content }) => content)).toEqual(['Vikram Iyer answered about their application'])
    // The meeting is still to come.
    expect(await statusOf(test, token)).toMatchObject({ stage: 'interview', wanted: 'Tomorrow at five?' })
  })

  it.each(['info_wanted', 'interview'] as const)('is not moved to %s without a word', async (to) => {
    const { mentorId, token } = await newApplication(test, moderator)
    const response = await stage(moderator, mentorId, to)
    expect([response.status, Object.keys(response.body.fields as object)]).toEqual([400, ['text']])
    expect(await statusOf(test, token)).toMatchObject({ stage: 'received' })
  })

  it('is moved, ticked and answered no more once it is decided: a moderator is told who did, the applicant is not', async () => {
    const { mentorId, applicationId, token } = await newApplication(test, moderator)
    ok(await stage(moderator, mentorId, 'info_wanted', { text: 'Which firm?' }))
    ok(await accept(mentorId))
    for (const response of [
      await stage(second, mentorId, 'in_review'),
      await check(second, applicationId, 'work', 'LinkedIn'),
    ])
      expect([response.status, response.body.code, response.body.decidedBy]).toEqual([
        409,
        'already_decided',
        'Moderator',
      ])
    const late = await answer(token, 'Rangoli.')
    expect([late.status, late.body.code, late.body.decidedBy]).toEqual([
      409,
      'already_decided',
      'a moderator',
    ])
    expect(await statusOf(test, token)).toMatchObject({ stage: 'accepted', wanted: null })
  })

  it('of a move and a decision at once the decision stands', async () => {
    const waiting = await Promise.all(Array.from({ length: 5 }, () => newApplication(test, moderator)))
    await Promise.all(
      waiting.flatMap(({ mentorId }) => [
        accept(mentorId),
        stage(second, mentorId, 'in_review'),
        stage(moderator, mentorId, 'interview', { text: 'At five?' }),
      ]),
    )
    for (const { token } of waiting)
      expect(await statusOf(test, token)).toMatchObject({ status: 'accepted', stage: 'accepted' })
  })

  it('is nobody’s who does not exist, and no link but ours opens it', async () => {
    expect((await stage(moderator, v7(), 'in_review')).status).toBe(404)
    expect((await check(moderator, v7(), 'work', 'x')).status).toBe(404)
    const { token } = await newApplication(test, moderator)
    for (const wrong of [token.slice(1), Buffer.alloc(40).toString('base64url'), 'x'])
      expect((await answer(wrong, 'Hello?')).status).toBe(404)
  })
})

describe('the checklist', () => {
  it('is published to applicants, ticked with what proves it, and unticked', async () => {
    const { mentorId, applicationId, token } = await newApplication(test, moderator)
    const isChecked = async () =>
      (await statusOf(test, token)).checklist.map((one) => [one.item, one.isChecked] as const)
    expect((await isChecked()).map(([item]) => item)).toEqual(vettingItems)
    ok(await check(moderator, applicationId, 'work', 'https://example.com/old'))
    const { checks } = ok(await check(second, applicationId, 'work', 'https://example.com/team'))
    expect(checks).toHaveLength(vettingItems.length)
    expect(checks.find(({ item }) => item === 'work')).toMatchObject({
      evidence: 'https://example.com/team',
      checkedBy: 'Moderator',
      checkedAt: expect.any(String),
    })
    expect((await isChecked()).filter(([, is]) => is)).toEqual([['work', true]])
    expect(JSON.stringify(await statusOf(test, token))).not.toContain('https://example.com/team')
    const after = ok(await check(second, applicationId, 'work', null)).checks
    expect(after.every(({ evidence }) => evidence === null)).toBe(true)
    expect((await eventsOf(applicationId)).map(([what, text]) => `${what} ${text}`)).toEqual([
      'checked Where you work: https://example.com/old',
      'checked Where you work: https://example.com/team',
      'checked Where you work: taken back.',
    ])
    expect((await logOf(mentorId)).map(({ action, note }) => [action, note])).toEqual([
      ['check', 'Where you work: taken back.'],
      ['check', 'Where you work: ticked.'],
      ['check', 'Where you work: ticked.'],
    ])
  })
})

describe('a decision inside somebody else’s transaction', () => {
  it.each([
    ['accept', 'accepted', 'accepted', false],
    ['accept_on_probation', 'accepted', 'accepted_on_probation', true],
    ['reject', 'rejected', 'rejected', false],
  ] as const)('%s: the case says how it was decided', async (outcome, status, toStage, isOnProbation) => {
    const { mentorId, applicationId, email, token } = await newApplication(test, moderator)
    const by = { applicationId, outcome, reason: outcome === 'reject' ? 'Not yet.' : null }
    const decided = await test.app.db.transact((tx) => applicants().decide(tx, moderator, by))
    expect(decided).toEqual({ _id: applicationId, mentorId, status })
    expect(await statusOf(test, token)).toMatchObject({ status, stage: toStage })
    const row = await test.app.db.query
      .selectFrom('moderationCase')
      .innerJoin('mentorProfile', 'mentorProfile.accountId', 'moderationCase.subjectId')
      .select(['moderationCase.status', 'outcomes', 'decidedBy', 'probationSince'])
      .where('moderationCase.id', '=', applicationId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ status: 'decided', outcomes: [{ kind: outcome }], decidedBy: moderator.id })
    expect(row.probationSince !== null).toBe(isOnProbation)
    const [mail] = await mailsTo(test, email)
    expect(/sessions with 3 different mentees/.test(mail!.text)).toBe(isOnProbation)
  })

  it('leaves nothing when that one fails', async () => {
    const { applicationId, token } = await newApplication(test, moderator)
    const failing = test.app.db.transact(async (tx) => {
      await applicants().decide(tx, moderator, { applicationId, outcome: 'accept', reason: null })
      throw new Error('the rest of the decision failed')
    })
    await expect(failing).rejects.toThrow('the rest')
    expect(await statusOf(test, token)).toMatchObject({ status: 'received' })
  })
})

it('says nothing of probation to anybody else', async () => {
  const mentor = await newMentor(test, moderator)
  await test.app.db.query
    .updateTable('mentorProfile')
    .set({ probationSince: test.clock.now() })
    .where('accountId', '=', mentor.id)
    .execute()
  const profile = await test.call(api.mentors.profile, { params: { mentorId: mentor.id } })
  const found = await test.call(api.search.mentors, { query: { search: 'Vikram' } })
  expect(JSON.stringify([ok(profile), ok(found)])).not.toMatch(/probation/i)
})

it('an applicant who is erased leaves nothing of what was asked and checked', async () => {
  const { mentorId, applicationId, email, token } = await newApplication(test, moderator)
  ok(await stage(moderator, mentorId, 'info_wanted', { text: 'Which firm?' }))
  ok(await answer(token, 'Rangoli.'))
  ok(await check(moderator, applicationId, 'work', 'LinkedIn'))
  ok(await accept(mentorId))
  const mentor = await signInMentor(test, email)
  const body = { password: testPassword }
  ok(await test.call(api.accountSettings.mentor.deleteAccount, { body }, mentor))
  const { rows } = await test.app.db.pool.query(
    `select 1 from application_message where application_id = $1
     union all select 1 from application_check where application_id = $1`,
    [applicationId],
  )
  expect(rows).toEqual([])
})
