import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newMentor, newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import type { ProfileChanges } from './mentors.service.ts'

let test: TestApp
let moderator: TestPerson
let mentor: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
})
afterAll(() => test.close())

const edit = async (body: ProfileChanges) =>
  ok(await test.call(api.mentors.editProfile, { params: { ownId: mentor.id }, body }, mentor))

/** How often a job is queued for it. */
async function queued() {
  const { rows } = await test.app.db.pool.query(
    `select count(*)::int as jobs from graphile_worker._private_jobs as job
     join graphile_worker._private_tasks as task on task.id = job.task_id
     where task.identifier = 'mentors:tell-changed-identity' and job.payload->>'mentorId' = $1`,
    [mentor.id],
  )
  return rows[0].jobs
}
const tell = () => test.app.jobHandlers['mentors:tell-changed-identity']({ mentorId: mentor.id })

async function told() {
  const { rows } = await test.app.db.pool.query(
    'select content from notification where account_id = $1 and link = $2 order by created_at, id',
    [moderator.id, `/moderator/mentors-list/${mentor.id}`],
  )
  return rows.map(({ content }) => content)
}

it('a mentor who changes name, title or organisation is told to moderators, with what they were before', async () => {
  mentor = await newMentor(test, moderator)
  await edit({ firstName: 'Meera', lastName: 'Nair', jobTitle: 'Engineer', firmName: 'Acme' })
  await tell()
  const before = await told()
  await edit({ jobTitle: 'Chief Executive' })
  await edit({ firstName: 'Somebody', firmName: 'Globex', bio: 'I have led it since 2011.' })
  expect(await told()).toEqual(before)
  await tell()
  await tell()
  expect((await told()).slice(before.length)).toEqual([
    'A mentor has changed name, job title or organisation. Before: “Meera Nair, Engineer at Acme”. Then: “Meera Nair, Chief Executive at Acme”. Now: “Somebody Nair, Chief Executive at Globex”. Look whether that is so.',
  ])
})

it('moderators hear once of all that was changed meanwhile, also where it was changed back', async () => {
  mentor = await newMentor(test, moderator)
  const first = (await edit({ bio: 'I teach.', hourlyRate: 900 })).profileData
  expect(await queued()).toBe(0)
  for (const jobTitle of ['A”. Now: “B', 'C', 'D', first.jobTitle]) await edit({ jobTitle })
  expect(await queued()).toBe(1)
  const again = await test.call(
    api.mentors.editProfile,
    { params: { ownId: mentor.id }, body: { jobTitle: 'Chief Executive', bio: 'I lead.' } },
    mentor,
  )
  expect([again.status, again.body]).toMatchObject([429, { code: 'rate_limited' }])
  expect((await edit({ hourlyRate: 950 })).profileData).toMatchObject({
    bio: 'I teach.',
    jobTitle: first.jobTitle,
  })
  await tell()
  const as = (title: string) => `“${first.firstName} ${first.lastName}, ${title} at ${first.firmName}”`
  expect(await told()).toEqual([
    `A mentor has changed name, job title or organisation. Before: ${as(first.jobTitle)}. Then: ${as('A. Now: B')}, ${as('C')}, ${as('D')}. Now: ${as(first.jobTitle)}. Look whether that is so.`,
  ])
  await edit({ jobTitle: 'Chief Executive' })
})

it('the longest words fit into the notice, and what fills a line hides nothing behind it', async () => {
  mentor = await newMentor(test, moderator)
  for (const letter of ['a', 'b', 'c', 'd'])
    await edit({
      firstName: letter.repeat(80),
      lastName: letter.repeat(80),
      jobTitle: letter.repeat(120),
      firmName: `${letter}${' '.repeat(100)}firm`,
    })
  await tell()
  expect(await told()).toEqual([
    expect.stringMatching(/Then: “a{40}…, a{55}… at a firm”, .*\. Now: “d{40}…, d{55}… at d firm”\. Look/),
  ])
})
