import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { BillingCustomers } from '../enrollments/billing-customers.service.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { Images } from '../images/images.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import type { SlotRelease } from '../slots/slot-release.service.ts'
import * as queries from './accounts.queries.ts'
import type { LoginSessions } from './login-sessions.service.ts'
import type { OwnPassword, OwnProof } from './own-password.service.ts'

type Deps = {
  db: Database
  clock: Clock
  ownPassword: OwnPassword
  images: Pick<Images, 'retire'>
  loginSessions: LoginSessions
  enrollments: Enrollments
  billingCustomers: BillingCustomers
  slotRelease: SlotRelease
  searchIndex: SearchIndex
}
type Member = Actor<'mentee' | 'mentor'>

/** Erases a person: what others need (their messages, their bookings) stays under "Deleted user". */
export function createErasure({
  db,
  clock,
  ownPassword,
  images,
  loginSessions,
  enrollments,
  billingCustomers,
  slotRelease,
  searchIndex,
}: Deps) {
  async function forget(tx: Tx, actor: Member) {
    const { id } = actor
    for (const table of [
      'notification',
      'preference',
      'oneTimeCode',
      'emailVerification',
      'reapplication',
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
    /** @throws AppError wrong_password, rate_limited */
    async erase(actor: Member, proof: OwnProof) {
      await ownPassword.proveOwnPassword(actor.id, proof)
      await db.transact(async (tx) => {
        await loginSessions.endAll(tx, actor.id)
        if (actor.role === 'mentor') await slotRelease.closeMentor(tx, actor.id)
        else await slotRelease.releaseMentee(tx, actor.id)
        await enrollments.endAllOf(tx, actor)
        await billingCustomers.forget(tx, actor.id)
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
