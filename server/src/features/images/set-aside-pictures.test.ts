import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@marga/contract/api'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { imagesLocked, lockExclusively, unlock } from '../../platform/db/advisory-lock.ts'
import { newMentor, newModerator, ok, type TestPerson } from '../../testing/people.ts'
import {
  menteeWithPicture,
  pictureName,
  removeProfile,
  runPictureJobs,
  showPicture,
} from '../../testing/profile-pictures.ts'
import { startS3Server } from '../../testing/s3-server.ts'
import { sanctionsOf } from '../../testing/sanctions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
let mentor: TestPerson
let mentee: TestPerson
/** Under which the picture is published. */
let address: string

beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
  mentor = await newMentor(test, moderator)
})
afterAll(() => test.close())
beforeEach(async () => {
  ;({ mentee, address } = await menteeWithPicture(test, mentor))
})

const remove = (accused = mentee) => removeProfile(test, accused, { by: mentor, moderator })
const moveFiles = () => runPictureJobs(test, 'images:set-aside')
async function lift(accused = mentee) {
  const [newest] = await sanctionsOf(test, moderator, accused)
  const of = { params: { id: newest!._id }, body: { text: 'It may stay.' } }
  ok(await test.call(api.cases.lift, of, moderator))
}

const sizesOf = (url: string) => ['', '-320', '-96'].map((size) => url.replace('.webp', `${size}.webp`))
/** What whoever knows the address gets, of each size. */
const statusesOf = async (url: string, app = test) =>
  Promise.all(sizesOf(url).map(async (one) => (await app.fastify.inject({ url: one })).statusCode))
const [found, missing] = [
  [200, 200, 200],
  [404, 404, 404],
]

async function shownBy(person: TestPerson) {
  const { menteeProfileDetails } = ok(
    await test.call(api.accountSettings.menteeProfile, { params: { menteeId: person.id } }, person),
  )
  return menteeProfileDetails.profileImageUrl
}
const seenInCase = async (id: string) =>
  ok(await test.call(api.cases.get, { params: { id } }, moderator)).evidence.profile!.profileImageUrl!

describe('a picture that moderators removed', () => {
  it('is no longer served under its published address, in any size, and is seen in its case', async () => {
    expect(await statusesOf(address)).toEqual(found)
    const id = await remove()
    await moveFiles()
    await moveFiles()
    expect(await statusesOf(address)).toEqual(missing)
    const seen = await seenInCase(id)
    expect(seen).not.toBe(address)
    expect(await statusesOf(seen)).toEqual(found)
  })

  it('is known by its new name to moderators only', async () => {
    const id = await remove()
    const kept = await seenInCase(id)
    const takeout = ok(await test.call(api.accountSettings.mentee.export, {}, mentee))
    expect(JSON.stringify(takeout)).toContain(address)
    expect(JSON.stringify(takeout)).not.toContain(kept)
  })

  it('cannot be shown again by its owner, before or after its files were moved', async () => {
    await remove()
    const before = await showPicture(test, mentee, address)
    await moveFiles()
    const after = await showPicture(test, mentee, address)
    for (const { status, body } of [before, after])
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['profileImageUrl']])
  })

  it('is on the profile again when the removal is lifted, and gone again when it is removed anew', async () => {
    const first = await remove()
    await moveFiles()
    await lift()
    const restored = (await shownBy(mentee))!
    expect(await statusesOf(restored)).toEqual(found)
    const second = await remove()
    await moveFiles()
    expect(await shownBy(mentee)).toBeNull()
    expect([await statusesOf(address), await statusesOf(restored)]).toEqual([missing, missing])
    const seen = [await seenInCase(first), await seenInCase(second)]
    expect(seen[0]).toBe(seen[1])
    expect(await statusesOf(seen[0]!)).toEqual(found)
    await lift()
    expect(await statusesOf((await shownBy(mentee))!)).toEqual(found)
  })

  it('is seen where it was put back and removed anew before its files were moved', async () => {
    await remove()
    await lift()
    const restored = (await shownBy(mentee))!
    const id = await remove()
    await moveFiles()
    expect([await statusesOf(address), await statusesOf(restored)]).toEqual([missing, missing])
    expect(await statusesOf(await seenInCase(id))).toEqual(found)
  })

  it('stays where it is while a backup copies pictures, and is moved at a later look', async () => {
    await remove()
    const backup = await test.app.db.pool.connect()
    await backup.query(lockExclusively, [imagesLocked])
    await moveFiles()
    const meanwhile = await statusesOf(address)
    await backup.query(unlock, [imagesLocked])
    backup.release()
    expect(meanwhile).toEqual(found)
    await moveFiles()
    expect(await statusesOf(address)).toEqual(missing)
  })

  it('is kept for 60 days, and then gone with all its names', async () => {
    onTestFinished(() => test.clock.advance(-61 * 86_400_000))
    const id = await remove()
    await moveFiles()
    const kept = await seenInCase(id)
    const sweepAfter = async (days: number) => {
      test.clock.advance(days * 86_400_000)
      await test.app.images.sweep()
      await runPictureJobs(test, 'images:remove')
    }
    await sweepAfter(59)
    expect(await statusesOf(kept)).toEqual(found)
    await sweepAfter(2)
    expect(await statusesOf(kept)).toEqual(missing)
    const { rows } = await test.app.db.pool.query('select from picture where account_id = $1', [mentee.id])
    expect(rows).toEqual([])
  })

  const loseJobs = () =>
    test.app.db.pool.query("delete from graphile_worker._private_jobs where key like 'images:set-aside:%'")

  it('is moved by the nightly sweep where its job was lost', async () => {
    await remove()
    await loseJobs()
    await test.app.setAsidePictures.sweep()
    await moveFiles()
    expect(await statusesOf(address)).toEqual(missing)
  })

  it('is moved by it where an earlier release, which moved none, had removed it', async () => {
    await remove()
    await loseJobs()
    const { pool } = test.app.db
    const name = pictureName(address)
    await pool.query('delete from picture where account_id = $1 and name <> $2', [mentee.id, name])
    await pool.query('update picture set moved_to = null where name = $1', [name])
    await test.app.setAsidePictures.sweep()
    await moveFiles()
    expect(await statusesOf(address)).toEqual(missing)
    await lift()
    expect(await statusesOf((await shownBy(mentee))!)).toEqual(found)
  })
})

it('is moved within a store that speaks S3, and into it from where pictures lay before', async () => {
  const s3 = await startS3Server()
  const away = await startTestApp({ env: s3.env })
  const decider = await newModerator(away)
  const by = await newMentor(away, decider)
  const { mentee: accused, address: published } = await menteeWithPicture(away, by)
  const [large] = sizesOf(published).map((url) => url.slice('/uploads/'.length))
  // Uploaded before the store was changed.
  writeFileSync(join(away.app.uploadsDir, large!), s3.objects.get(large!)!.body)
  s3.objects.delete(large!)
  await removeProfile(away, accused, { by, moderator: decider })
  s3.setMood('dead')
  await expect(runPictureJobs(away, 'images:set-aside')).rejects.toThrow()
  s3.setMood('well')
  await runPictureJobs(away, 'images:set-aside')
  expect(await statusesOf(published, away)).toEqual(missing)
  expect([s3.objects.size, readdirSync(away.app.uploadsDir)]).toEqual([3, []])
  await away.close()
  await s3.close()
})
