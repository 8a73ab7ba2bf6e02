import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../compose.ts'
import { uploadsPath } from '../features/images/image-names.rules.ts'
import type { Tx } from '../platform/db/database.ts'
import { hashPassword } from '../platform/password-hashes.ts'
import { demoApplicants } from './data/applicants.ts'
import { demoMentees } from './data/mentees.ts'
import { demoMentors } from './data/mentors.ts'
import type { DemoApplicant, DemoMentee, DemoMentor } from './data/types.ts'
import { findDemoMentors, offerSlots } from './demo-calendar.ts'
import { daysAgo } from './demo-ids.ts'
import { demoModeratorEmail, demoPassword } from './demo-logins.ts'
import { keepDemo } from './keep-demo.ts'
import { loadDemoStory } from './load-demo-story.ts'

const portraitsDir = join(import.meta.dirname, '../../src/demo/portraits')

const moderatorSinceDays = 700

/** Fills an empty installation with the demo; a later start carries on what the job `demo:keep` keeps. */
export async function loadDemo(app: App) {
  copyPortraits(app.uploadsDir)
  if ((await findDemoMentors(app)).size > 0) return keepDemo(app)
  const passwordHash = await hashPassword(demoPassword)
  await app.accounts.createModerator({
    email: demoModeratorEmail,
    password: demoPassword,
    firstName: 'Meera',
    lastName: 'Joshi',
  })
  await app.db.transact(async (tx) => {
    // Before what she decided.
    await tx
      .updateTable('account')
      .set({ createdAt: daysAgo(app, moderatorSinceDays) })
      .where('email', '=', demoModeratorEmail)
      .execute()
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
        workingSince:
          mentor.yearsOfExperience === null
            ? null
            : app.clock.now().getUTCFullYear() - mentor.yearsOfExperience,
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
