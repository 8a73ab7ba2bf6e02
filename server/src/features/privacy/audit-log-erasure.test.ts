import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { daysMs } from '../../platform/clock.ts'
import { foundInTables } from '../../testing/found-in-tables.ts'
import {
  mentorForm,
  newApplicant,
  newModerator,
  ok,
  signInMentor,
  signInModerator,
  type TestPerson,
  testPassword,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { mailsTo } from '../../testing/vetting.ts'

let test: TestApp
let moderator: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
})
afterAll(() => test.close())

async function passDays(days: number) {
  test.clock.advance(daysMs(days) + 1000)
  await test.app.jobHandlers['housekeeping:daily']({})
  moderator = await signInModerator(test, moderator.email)
}
const waitingOf = async (mentorId: string) =>
  (await test.app.db.query
    .selectFrom('application')
    .select('id')
    .where('mentorId', '=', mentorId)
    .where('status', '=', 'received')
    .executeTakeFirstOrThrow())!.id
async function check(mentorId: string, evidence: string | null) {
  const call = { params: { id: await waitingOf(mentorId) }, body: { item: 'work' as const, evidence } }
  ok(await test.call(api.cases.check, call, moderator))
}

it('keeps in the log that an applicant was checked and refused, and nothing of what was found or said', async () => {
  const form = mentorForm()
  const mentorId = await newApplicant(test, moderator, form)
  await check(mentorId, 'Known from the wedding of Evidencia.')
  await check(mentorId, null)
  ok(await test.call(api.moderation.reject, { body: { mentorId, reason: 'Too like Reasonia.' } }, moderator))
  const [refusal] = await mailsTo(test, form.email)
  const token = /mentor-register\?again=([\w-]+)/.exec(refusal!.text)![1]!
  ok(await test.call(api.mentors.register, { body: { ...form, token } }))
  await check(mentorId, 'Again: Evidencia, of the firm.')
  ok(await test.call(api.moderation.accept, { body: { mentorId } }, moderator))
  const mentor = await signInMentor(test, form.email)
  ok(await test.call(api.accountSettings.mentor.deleteAccount, { body: { password: testPassword } }, mentor))
  // What the moderators' own browsers were answered is kept for a day.
  await passDays(1)
  expect(await foundInTables(test, ['Evidencia'])).toEqual([])
  // What moderators decide by keeps why they decided.
  expect(await foundInTables(test, ['Reasonia'])).toEqual(['moderation_case.text'])
  const { entries } = ok(await test.call(api.moderation.auditLog, { query: { limit: 100 } }, moderator))
  const about = entries.filter(({ subjectId }) => subjectId === mentorId)
  expect(about.map(({ action, note }) => [action, note])).toEqual([
    ['accept', null],
    ['check', 'Where you work: ticked.'],
    ['reject', null],
    ['check', 'Where you work: taken back.'],
    ['check', 'Where you work: ticked.'],
  ])
})

it('knows nobody’s address who was invited to moderate, a week later', async () => {
  const invite = async (email: string) =>
    ok(await test.call(api.moderators.invite, { body: { email } }, moderator)).data._id
  await invite('unanswered@invited.example')
  const id = await invite('withdrawn@invited.example')
  ok(await test.call(api.moderators.withdrawInvitation, { params: { id } }, moderator))
  await passDays(7)
  const columns = await foundInTables(test, ['@invited.example'])
  // Of mails goes what is a month old.
  expect(columns.filter((column) => column !== 'mail.recipient')).toEqual([])
})
