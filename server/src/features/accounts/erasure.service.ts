import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isPasswordRight } from '../../platform/password-hashes.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { Images } from '../images/images.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import type { SlotRelease } from '../slots/slot-release.service.ts'
import * as queries from './accounts.queries.ts'
import type { LoginSessions } from './login-sessions.service.ts'
import type { OneTimeCodes } from './one-time-codes.service.ts'

type Deps = {
  db: Database
  clock: Clock
  codes: OneTimeCodes
  images: Pick<Images, 'retire'>
  loginSessions: LoginSessions
  enrollments: Enrollments
  slotRelease: SlotRelease
  searchIndex: SearchIndex
}
type Member = Actor<'mentee' | 'mentor'>
type Proof = { password?: string | undefined; code?: string | undefined }

/** Erases a person: what others need (their messages, their bookings) stays under "Deleted user". */
export function createErasure({
  db,
  clock,
  codes,
  images,
  loginSessions,
  enrollments,
  slotRelease,
  searchIndex,
}: Deps) {
  /** By the password; accounts without one (from the identity provider) by the code of /sent-otp. */
  async function prove(actor: Member, proof: Proof) {
    const account = await queries.findById(db.query, actor.id)
    if (!account) throw new AppError('not_found')
    const isProven = account.passwordHash
      ? proof.password !== undefined && (await isPasswordRight(account.passwordHash, proof.password))
      : proof.code !== undefined && (await codes.spend(actor.id, 'reset', proof.code))
    if (!isProven) {
      const field = account.passwordHash ? 'password' : 'code'
      throw new AppError('wrong_password', {
        fields: { [field]: account.passwordHash ? 'The password is wrong.' : 'The code is wrong.' },
      })
    }
  }

  async function forget(tx: Tx, actor: Member) {
    const { id } = actor
    for (const table of [
      'notification',
      'preference',
      'oneTimeCode',
      'emailVerification',
      'identity',
      'knownDevice',
      'communityRead',
      'reminder',
      'unreadMail',
      'totp',
      'backupCode',
      'blockedPerson',
      'idempotencyKey',
    ] as const) {
      await tx.deleteFrom(table).where('accountId', '=', id).execute()
    }
    await tx.deleteFrom('blockedPerson').where('personId', '=', id).execute()
    if (actor.role === 'mentee') await tx.deleteFrom('review').where('menteeId', '=', id).execute()
    const account = await queries.findById(tx, id)
    if (account) await tx.deleteFrom('mail').where('recipient', '=', account.email).execute()
    await images.retire(tx, id)
    await tx
      .updateTable('account')
      .set({
        email: `deleted-${id}@deleted.invalid`,
        firstName: 'Deleted',
        lastName: 'user',
        phone: null,
        passwordHash: null,
        profileImageUrl: null,
        about: null,
        interests: [],
        timeZone: null,
        locale: null,
        isEmailVerified: false,
        lastSeenAt: null,
        deletedAt: clock.now(),
      })
      .where('id', '=', id)
      .execute()
    if (actor.role === 'mentor') await closeProfile(tx, id)
  }

  return {
    /** @throws AppError wrong_password */
    async erase(actor: Member, proof: Proof) {
      await prove(actor, proof)
      await db.transact(async (tx) => {
        await loginSessions.endAll(tx, actor.id)
        await enrollments.endAllOf(tx, actor)
        if (actor.role === 'mentor') await slotRelease.closeMentor(tx, actor.id)
        else await slotRelease.releaseMentee(tx, actor.id)
        await forget(tx, actor)
        if (actor.role === 'mentor') await searchIndex.refresh(tx, actor.id)
      })
    },
  }
}
export type Erasure = ReturnType<typeof createErasure>

async function closeProfile(tx: Tx, mentorId: string) {
  await tx
    .updateTable('mentorProfile')
    .set({
      status: 'closed',
      jobTitle: '',
      firmName: '',
      shortBio: null,
      bio: '',
      location: null,
      educationalQualification: '',
      expertise: ['—'],
      languages: [],
      website: null,
      twitterUrl: null,
      linkedInUrl: null,
    })
    .where('accountId', '=', mentorId)
    .execute()
  await tx.updateTable('application').set({ reason: null }).where('mentorId', '=', mentorId).execute()
}
