import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../compose.ts'
import { uploadsPath } from '../features/images/image-names.rules.ts'
import type { Tx } from '../platform/db/database.ts'
import { hashPassword } from '../platform/password-hashes.ts'
import { demoApplicants } from './data/applicants.ts'
import { demoMentees } from './data/mentees.ts'
import { demoMentors } from './data/mentors.ts'
import { expandDemoSlots } from './data/slot-times.ts'
import type { DemoApplicant, DemoMentee, DemoMentor } from './data/types.ts'
import { type DemoIds, daysAgo } from './demo-ids.ts'
import { demoModeratorEmail, demoPassword } from './demo-logins.ts'
import { loadDemoStory } from './load-demo-story.ts'

const portraitsDir = join(import.meta.dirname, '../../src/demo/portraits')

/**
 * Fills an empty installation with the demo. On every later start only the calendar is carried on,
 * so that there are open slots for the coming three weeks whenever it is started.
 */
export async function loadDemo(app: App) {
  copyPortraits(app.uploadsDir)
  const ids = await findDemoMentors(app)
  if (ids.size > 0) {
    await app.db.transact((tx) => offerSlots(app, tx, ids))
    return
  }
  const passwordHash = await hashPassword(demoPassword)
  await app.accounts.createModerator({
    email: demoModeratorEmail,
    password: demoPassword,
    firstName: 'Meera',
    lastName: 'Joshi',
  })
  await app.db.transact(async (tx) => {
    const mentorIds = await insertMentors(app, tx, passwordHash)
    const menteeIds = await insertMentees(app, tx, passwordHash)
    await insertApplicants(app, tx, passwordHash)
    await offerSlots(app, tx, mentorIds)
    await loadDemoStory(app, tx, { mentorIds, menteeIds })
    for (const mentorId of mentorIds.values()) {
      await app.mentorPrices.ensure(tx, mentorId)
      await app.searchIndex.refresh(tx, mentorId)
    }
  })
  await app.responseFigures.countNew(new Set())
}

function copyPortraits(uploadsDir: string) {
  const folder = join(uploadsDir, 'demo')
  mkdirSync(folder, { recursive: true })
  if (existsSync(portraitsDir)) {
    cpSync(portraitsDir, folder, {
      recursive: true,
      filter: (path) => path === portraitsDir || path.endsWith('.webp'),
    })
  }
}

const portraitUrl = (key: string) => `${uploadsPath}demo/${key}.webp`

async function findDemoMentors(app: App): Promise<Map<string, string>> {
  const rows = await app.db.query
    .selectFrom('account')
    .select(['id', 'email'])
    .where('role', '=', 'mentor')
    .where(
      'email',
      'in',
      demoMentors.map((mentor) => mentor.email),
    )
    .execute()
  const keyByEmail = new Map(demoMentors.map((mentor) => [mentor.email, mentor.key]))
  return new Map(rows.map((row) => [keyByEmail.get(row.email)!, row.id]))
}

async function insertMentors(app: App, tx: Tx, passwordHash: string): Promise<Map<string, string>> {
  const ids = new Map(demoMentors.map((mentor) => [mentor.key, app.newId()]))
  await tx
    .insertInto('account')
    .values(
      demoMentors.map((mentor) => ({
        ...personOf(mentor, passwordHash),
        id: ids.get(mentor.key)!,
        role: 'mentor' as const,
        profileImageUrl: portraitUrl(mentor.key),
        timeZone: mentor.timeZone,
        createdAt: daysAgo(app, mentor.memberSinceDaysAgo),
      })),
    )
    .execute()
  await tx
    .insertInto('mentorProfile')
    .values(
      demoMentors.map((mentor) => ({
        ...profileOf(mentor),
        accountId: ids.get(mentor.key)!,
        status: 'accepted' as const,
        shortBio: mentor.shortBio,
        monthlyFeeSet: mentor.monthlyFee,
        languages: [...mentor.languages],
        acceptedAt: daysAgo(app, mentor.memberSinceDaysAgo),
      })),
    )
    .execute()
  return ids
}

async function insertMentees(app: App, tx: Tx, passwordHash: string): Promise<Map<string, string>> {
  const ids = new Map(demoMentees.map((mentee) => [mentee.key, app.newId()]))
  await tx
    .insertInto('account')
    .values(
      demoMentees.map((mentee) => ({
        ...personOf(mentee, passwordHash),
        id: ids.get(mentee.key)!,
        role: 'mentee' as const,
        profileImageUrl: portraitUrl(mentee.key),
        about: mentee.about,
        interests: [...mentee.interests],
        timeZone: mentee.timeZone,
        createdAt: daysAgo(app, mentee.memberSinceDaysAgo),
      })),
    )
    .execute()
  return ids
}

async function insertApplicants(app: App, tx: Tx, passwordHash: string) {
  for (const applicant of demoApplicants) {
    const id = app.newId()
    const submittedAt = daysAgo(app, applicant.submittedHoursAgo / 24)
    await tx
      .insertInto('account')
      .values({ ...personOf(applicant, passwordHash), id, role: 'mentor', createdAt: submittedAt })
      .execute()
    await tx
      .insertInto('mentorProfile')
      .values({ ...profileOf(applicant), accountId: id })
      .execute()
    await tx
      .insertInto('application')
      .values({ id: app.newId(), mentorId: id, tokenHash: Buffer.from(id), submittedAt })
      .execute()
  }
}

const personOf = (
  person: Pick<DemoMentee, 'firstName' | 'lastName' | 'email' | 'phone'>,
  passwordHash: string,
) => ({
  firstName: person.firstName,
  lastName: person.lastName,
  email: person.email,
  phone: person.phone,
  passwordHash,
  isEmailVerified: true,
})

const profileOf = (mentor: DemoMentor | DemoApplicant) => ({
  jobTitle: mentor.jobTitle,
  firmName: mentor.firmName,
  bio: mentor.bio,
  location: mentor.location,
  educationalQualification: mentor.educationalQualification,
  hourlyRate: mentor.hourlyRate,
  expertise: [...mentor.expertise],
  website: mentor.website,
  twitterUrl: mentor.twitterUrl,
  linkedInUrl: mentor.linkedInUrl,
})

/** What is there already, booked or open, stays: the exclusion constraint skips the rest. */
async function offerSlots(app: App, tx: Tx, mentorIds: DemoIds) {
  const now = app.clock.now()
  const rows = demoMentors.flatMap((mentor) => {
    const mentorId = mentorIds.get(mentor.key)
    if (!mentorId) return []
    return expandDemoSlots(mentor, now).map((slot) => ({
      id: app.newId(),
      mentorId,
      type: slot.type,
      startsAt: slot.start,
      endsAt: slot.end,
      mentorPreferences: slot.mentorPreferences,
      createdAt: now,
    }))
  })
  await tx
    .insertInto('slot')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await app.searchIndex.refreshNextAvailable(tx, [...mentorIds.values()])
}
