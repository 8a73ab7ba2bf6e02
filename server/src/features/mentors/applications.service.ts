import { randomBytes } from 'node:crypto'
import type { MentorRegistration } from '@marga/contract/mentors'
import type { Clock, NewId } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import { hashPassword } from '../../platform/password-hashes.ts'
import { emailTaken } from '../accounts/accounts.rules.ts'
import { refuseCommonPassword } from '../accounts/passwords.rules.ts'
import { hashToken } from '../accounts/refresh-tokens.rules.ts'
import { applicationReceivedMail } from './mentors.mails.ts'
import * as queries from './mentors.queries.ts'

type Deps = { db: Database; clock: Clock; newId: NewId; mails: MailQueue; publicUrl: () => string }

/** Where an application stands, for whoever has the secret of the mail. */
export const applicationLink = (publicUrl: string, token: string) =>
  `${publicUrl}/auth/application?token=${token}`

export function createApplications({ db, clock, newId, mails, publicUrl }: Deps) {
  /** A new applicant's account, or the earlier one of somebody who was refused, with the new answers. */
  async function saveApplicant(tx: Tx, form: MentorRegistration, passwordHash: string): Promise<string> {
    const earlier = await queries.findAccountForUpdate(tx, form.email)
    if (earlier?.isBlocked) throw new AppError('account_blocked')
    if (earlier?.status === 'applied') throw new AppError('application_in_review')
    if (earlier?.status === 'accepted') throw emailTaken()
    const person = { firstName: form.firstName, lastName: form.lastName, phone: form.phone, passwordHash }
    const profile = profileOf(form)
    if (earlier) {
      await tx.updateTable('account').set(person).where('id', '=', earlier.id).execute()
      await tx
        .updateTable('mentorProfile')
        .set({ ...profile, status: 'applied' })
        .where('accountId', '=', earlier.id)
        .execute()
      return earlier.id
    }
    const id = newId()
    const createdAt = clock.now()
    await tx
      .insertInto('account')
      .values({ id, role: 'mentor', email: form.email, ...person, createdAt })
      .execute()
    await tx
      .insertInto('mentorProfile')
      .values({ accountId: id, ...profile })
      .execute()
    return id
  }

  return {
    /** @throws AppError application_in_review, account_blocked, already_exists */
    async apply(form: MentorRegistration) {
      refuseCommonPassword(form.password)
      const passwordHash = await hashPassword(form.password)
      const token = randomBytes(24).toString('base64url')
      await db.transact(async (tx) => {
        const mentorId = await saveApplicant(tx, form, passwordHash)
        const earlier = await queries.lastApplication(tx, mentorId)
        await tx
          .insertInto('application')
          .values({
            id: newId(),
            mentorId,
            attempt: (earlier?.attempt ?? 0) + 1,
            tokenHash: hashToken(token),
            submittedAt: clock.now(),
          })
          .execute()
        await mails.add(tx, {
          to: form.email,
          kind: 'application-received',
          content: applicationReceivedMail(form.firstName, applicationLink(publicUrl(), token)),
        })
      })
    },

    /** @throws AppError not_found */
    async status(token: string) {
      const found = await queries.findApplicationByToken(db.query, hashToken(token))
      if (!found) throw new AppError('not_found')
      return {
        status: found.status,
        submittedAt: found.submittedAt.toISOString(),
        decidedAt: found.decidedAt?.toISOString() ?? null,
        reason: found.reason,
      }
    },
  }
}
export type Applications = ReturnType<typeof createApplications>

const profileOf = (form: MentorRegistration) => ({
  jobTitle: form.jobTitle,
  firmName: form.firmName,
  location: form.location || null,
  bio: form.bio,
  educationalQualification: form.educationalQualification,
  hourlyRate: form.hourlyRate,
  expertise: form.expertise,
  website: form.website || null,
  twitterUrl: form.twitterUrl || null,
  linkedInUrl: form.linkedInUrl || null,
})
