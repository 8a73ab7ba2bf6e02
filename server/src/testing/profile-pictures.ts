import { readdirSync } from 'node:fs'
import { api } from '@marga/contract/api'
import sharp from 'sharp'
import { enroll, newMentee, ok, type TestPerson } from './people.ts'
import { decideTicket, raiseTicket } from './sanctions.ts'
import type { TestApp } from './test-app.ts'
import { uploadPicture } from './uploads.ts'

/** @returns its address */
export async function uploadOne(test: TestApp, person: TestPerson): Promise<string> {
  const picture = sharp({ create: { width: 40, height: 40, channels: 3, background: '#c96' } })
  const { body } = await uploadPicture(test, person, await picture.png().toBuffer())
  return body.secure_url
}

export const showPicture = (test: TestApp, person: TestPerson, profileImageUrl: string | null) =>
  test.call(
    api.accountSettings.editMenteeProfile,
    { params: { menteeId: person.id }, body: { profileImageUrl } },
    person,
  )

/** A mentee of the mentor, with a picture on the profile. */
export async function menteeWithPicture(test: TestApp, mentor: TestPerson) {
  const mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
  const address = await uploadOne(test, mentee)
  ok(await showPicture(test, mentee, address))
  return { mentee, address }
}

type Removal = { by: TestPerson; moderator: TestPerson }

/** @returns the case by which moderators removed the profile's words and picture */
export async function removeProfile(test: TestApp, accused: TestPerson, { by, moderator }: Removal) {
  const id = await raiseTicket(test, by, accused, { kind: 'profile', id: accused.id })
  ok(await decideTicket(test, moderator, id, { outcomes: [{ kind: 'remove_content' }] }))
  return id
}

/** Runs those that are queued, as the worker would. */
export async function runPictureJobs(test: TestApp, name: 'images:set-aside' | 'images:remove') {
  const { rows } = await test.app.db.pool.query<{ key: string }>(
    'select key from graphile_worker.jobs where task_identifier = $1 order by id',
    [name],
  )
  for (const { key } of rows) await test.app.jobHandlers[name]({ name: nameOfKey(key) })
}
const nameOfKey = (key: string) => key.split(':').at(-1)!

export const pictureName = (address: string) => address.slice('/uploads/'.length, -'.webp'.length)

/** The files of all pictures of an account. */
export async function pictureFilesOf(test: TestApp, { id }: TestPerson): Promise<string[]> {
  const { rows } = await test.app.db.pool.query<{ name: string }>(
    'select name from picture where account_id = $1',
    [id],
  )
  return readdirSync(test.app.uploadsDir).filter((file) => rows.some(({ name }) => file.startsWith(name)))
}
