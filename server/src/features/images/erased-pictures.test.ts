import { readdirSync } from 'node:fs'
import { api } from '@marga/contract/api'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDiskStore } from '../../platform/images/disk-store.ts'
import { createJobs } from '../../platform/jobs/jobs.ts'
import { newMentor, newModerator, ok, type TestPerson, testPassword } from '../../testing/people.ts'
import {
  menteeWithPicture,
  pictureFilesOf,
  pictureName,
  removeProfile,
  runPictureJobs,
  uploadOne,
} from '../../testing/profile-pictures.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createSetAsidePictures } from './set-aside-pictures.service.ts'

let test: TestApp
let moderator: TestPerson
let mentor: TestPerson
let mentee: TestPerson
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

const remove = () => removeProfile(test, mentee, { by: mentor, moderator })
async function leave() {
  const body = { password: testPassword }
  ok(await test.call(api.accountSettings.mentee.deleteAccount, { body }, mentee))
  await runPictureJobs(test, 'images:remove')
}

describe('with its account goes at once', () => {
  it.each([
    ['a picture that moderators removed', async () => void (await remove())],
    [
      'one whose files were moved already',
      async () => {
        await remove()
        await runPictureJobs(test, 'images:set-aside')
      },
    ],
    ['one that was uploaded and is not shown', async () => void (await uploadOne(test, mentee))],
  ])('%s', async (_, happens) => {
    await happens()
    const files = await pictureFilesOf(test, mentee)
    expect(files.length).toBeGreaterThan(0)
    await leave()
    await runPictureJobs(test, 'images:set-aside')
    const there = new Set(readdirSync(test.app.uploadsDir))
    expect(files.filter((file) => there.has(file))).toEqual([])
    expect(await pictureFilesOf(test, mentee)).toEqual([])
  })

  it('one whose files are being moved', async () => {
    const others = new Set(readdirSync(test.app.uploadsDir))
    for (const file of await pictureFilesOf(test, mentee)) others.delete(file)
    await remove()
    const disk = createDiskStore({ folder: test.app.uploadsDir })
    let hasLeft = false
    const put = async (name: string, bytes: Buffer) => {
      if (!hasLeft) await leave()
      hasLeft = true
      await disk.put(name, bytes)
    }
    const { db, clock } = test.app
    const { move } = createSetAsidePictures({ db, clock, jobs: createJobs(db), store: { ...disk, put } })
    await move({ name: pictureName(address) })
    expect(readdirSync(test.app.uploadsDir).filter((file) => !others.has(file))).toEqual([])
  })
})
