import { readdirSync } from 'node:fs'
import { api } from '@marga/contract/api'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { imagesLocked, lockExclusively, unlock } from '../../platform/db/advisory-lock.ts'
import { shutGate } from '../../testing/gates.ts'
import { countLockWaits } from '../../testing/lock-waits.ts'
import {
  newMentee,
  newMentor,
  newModerator,
  ok,
  signInModerator,
  type TestPerson,
  testPassword,
} from '../../testing/people.ts'
import { runPictureJobs } from '../../testing/profile-pictures.ts'
import { decideTicket, raiseTicket, sanctionsOf } from '../../testing/sanctions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { uploadPicture } from '../../testing/uploads.ts'

let test: TestApp
let mentee: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  mentee = await newMentee(test)
})
afterAll(() => test.close())

const upload = (file: Buffer, filename = 'me.png', type = 'image/png', by = mentee, app: TestApp = test) =>
  uploadPicture(app, by, file, { filename, type })

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c96' } })

const validImage = () => picture(40, 40).png().toBuffer()
const uploaded = async (person: TestPerson) => {
  const { body } = await upload(await validImage(), 'me.png', 'image/png', person)
  return body.secure_url as string
}
async function showAs(person: TestPerson, profileImageUrl: string | null) {
  const body = { profileImageUrl }
  const { id } = person
  if (person.role === 'mentee')
    ok(await test.call(api.accountSettings.editMenteeProfile, { params: { menteeId: id }, body }, person))
  else ok(await test.call(api.mentors.editProfile, { params: { ownId: id }, body }, person))
}
const nameOf = (address: string) => address.slice('/uploads/'.length, -'.webp'.length)
const filesOf = (address: string) => {
  const name = nameOf(address)
  return readdirSync(test.app.uploadsDir).filter((file) => file.startsWith(name))
}
/** Runs the removals that are due, as the worker would. */
async function removeDue() {
  const { rows } = await test.app.db.pool.query<{ key: string }>(
    "select key from graphile_worker.jobs where task_identifier = 'images:remove'",
  )
  for (const { key } of rows) await test.app.jobHandlers['images:remove']({ name: key.split(':').at(-1)! })
}

describe('a picture that nobody shows any more', () => {
  it.each(['mentee', 'mentor'] as const)('is removed by a job when a %s takes another', async (role) => {
    const person = role === 'mentee' ? await newMentee(test) : await newMentor(test, await newModerator(test))
    const [first, second] = [await uploaded(person), await uploaded(person)]
    await showAs(person, first)
    await removeDue()
    expect(filesOf(first)).toHaveLength(3)
    await showAs(person, second)
    await removeDue()
    expect([filesOf(first), filesOf(second).length]).toEqual([[], 3])
    await showAs(person, null)
    await removeDue()
    await removeDue()
    expect(filesOf(second)).toEqual([])
  })

  it('is not kept on a profile by who saves it as it was, while it is taken away in another tab', async () => {
    const person = await newMentee(test)
    const address = await uploaded(person)
    await showAs(person, address)
    const params = { menteeId: person.id }
    const gate = await shutGate(test, 'account', 'update of about')
    const body = { profileImageUrl: address, about: 'As it was' }
    const saving = test.call(api.accountSettings.editMenteeProfile, { params, body }, person)
    await gate.waiting(1)
    const taking = showAs(person, null)
    await Promise.race([taking, gate.waiting(2)])
    await removeDue()
    await gate.open()
    ok(await saving)
    await taking
    await removeDue()
    const { menteeProfileDetails } = ok(
      await test.call(api.accountSettings.menteeProfile, { params }, person),
    )
    expect([menteeProfileDetails.profileImageUrl, filesOf(address)]).toEqual([null, []])
  })

  it('is shown by nobody else, and goes when its owner takes it away', async () => {
    const [owner, thief] = [await newMentee(test), await newMentee(test)]
    const address = await uploaded(owner)
    await showAs(owner, address)
    await expect(showAs(thief, address)).rejects.toThrow('This picture is no longer there')
    await showAs(owner, null)
    await removeDue()
    expect(filesOf(address)).toEqual([])
  })

  it('stays while a backup copies pictures, and goes at a later look', async () => {
    const person = await newMentee(test)
    const address = await uploaded(person)
    await showAs(person, address)
    const backup = await test.app.db.pool.connect()
    await backup.query(lockExclusively, [imagesLocked])
    await showAs(person, null)
    await removeDue()
    expect(filesOf(address)).toHaveLength(3)
    await backup.query(unlock, [imagesLocked])
    backup.release()
    await removeDue()
    expect(filesOf(address)).toEqual([])
  })

  it('stays where it is being taken for a profile again while the job would remove it', async () => {
    const person = await newMentee(test)
    const [first, second] = [await uploaded(person), await uploaded(person)]
    await showAs(person, first)
    await showAs(person, second)
    const saving = await test.app.db.pool.connect()
    await saving.query('begin')
    await saving.query('select from picture where name = $1 for share', [nameOf(first)])
    await saving.query('update account set profile_image_url = $1 where id = $2', [first, person.id])
    const removal = removeDue()
    await expect.poll(() => countLockWaits(test.app.db.pool)).toBe(1)
    await saving.query('commit')
    saving.release()
    await removal
    expect(filesOf(first)).toHaveLength(3)
  })

  it('goes with the account', async () => {
    const person = await newMentee(test)
    const address = await uploaded(person)
    await showAs(person, address)
    ok(
      await test.call(api.accountSettings.mentee.deleteAccount, { body: { password: testPassword } }, person),
    )
    await removeDue()
    expect(filesOf(address)).toEqual([])
  })

  it('is swept after a day when it was never taken for a profile, and not before', async () => {
    const person = await newMentee(test)
    const [unused, shown] = [await uploaded(person), await uploaded(person)]
    await showAs(person, shown)
    test.clock.advance(23 * 3_600_000)
    await test.app.jobHandlers['housekeeping:daily']({})
    await removeDue()
    expect(filesOf(unused)).toHaveLength(3)
    test.clock.advance(2 * 3_600_000)
    await test.app.jobHandlers['housekeeping:daily']({})
    await removeDue()
    expect([filesOf(unused), filesOf(shown).length]).toEqual([[], 3])
    test.clock.advance(-25 * 3_600_000)
  })
})

it('all pictures that were never shown are swept in one night, however many', async () => {
  const person = await newMentee(test)
  const { pool } = test.app.db
  await pool.query(
    `insert into picture (name, account_id, created_at)
     select gen_random_uuid() || '-1700000000000', $1, $2::timestamptz - number * interval '1 minute'
     from generate_series(1, 1200) as number`,
    [person.id, new Date(test.clock.now().getTime() - 48 * 3_600_000)],
  )
  await test.app.images.sweep()
  const { rows } = await pool.query(
    `select count(*)::integer as waiting from picture join graphile_worker.jobs on key = 'images:remove:' || name
     where account_id = $1`,
    [person.id],
  )
  expect(rows).toEqual([{ waiting: 1200 }])
  await pool.query("delete from graphile_worker._private_jobs where key like 'images:remove:%-1700000000000'")
  await pool.query('delete from picture where account_id = $1', [person.id])
})

it('pictures that a person uploads and never shows are kept up to twenty, the newest', async () => {
  const person = await newMentee(test)
  const shown = await uploaded(person)
  await showAs(person, shown)
  const addresses: string[] = []
  for (let count = 0; count < 22; count++) {
    addresses.push(await uploaded(person))
    test.clock.advance(1)
  }
  await removeDue()
  const kept = addresses.map((address) => filesOf(address).length > 0)
  expect(kept).toEqual(addresses.map((_, index) => index >= 2))
  expect(filesOf(shown)).not.toEqual([])
})

it('a picture that is gone is taken for no profile again', async () => {
  const person = await newMentee(test)
  const [first, second] = [await uploaded(person), await uploaded(person)]
  await showAs(person, first)
  await showAs(person, second)
  await test.app.db.pool.query('update picture set removed_at = now() where name = $1', [nameOf(first)])
  const again = async () => {
    const params = { menteeId: person.id }
    const body = { profileImageUrl: first }
    return test.call(api.accountSettings.editMenteeProfile, { params, body }, person)
  }
  const refused = await again()
  expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([400, ['profileImageUrl']])
  await removeDue()
  expect((await again()).status).toBe(400)
})

it('a picture that moderators took away is kept for an appeal, and comes back with it', async () => {
  const moderator = await newModerator(test)
  const mentor = await newMentor(test, moderator)
  const address = await uploaded(mentor)
  await showAs(mentor, address)
  const id = await raiseTicket(test, mentee, mentor, { kind: 'profile', id: mentor.id })
  ok(await decideTicket(test, moderator, id, { outcomes: [{ kind: 'remove_content' }] }))
  test.clock.advance(26 * 3_600_000)
  await runPictureJobs(test, 'images:set-aside')
  await test.app.images.sweep()
  await removeDue()
  const again = await signInModerator(test, moderator.email)
  const [removal] = await sanctionsOf(test, again, mentor)
  const lifting = { params: { id: removal!._id }, body: { text: 'It may stay.' } }
  ok(await test.call(api.cases.lift, lifting, again))
  const shown = await test.app.db.query
    .selectFrom('account')
    .select('profileImageUrl')
    .where('id', '=', mentor.id)
    .executeTakeFirstOrThrow()
  expect([filesOf(address), filesOf(shown.profileImageUrl!).length]).toEqual([[], 3])
})
