import { randomBytes } from 'node:crypto'
import type { MenteeProfile, Preferences } from '@marga/contract/account-settings'
import type { Actor } from '../../platform/actor.ts'
import { after, type Clock, daysMs } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import { verificationMail } from './accounts.mails.ts'
import * as queries from './accounts.queries.ts'
import { hashToken } from './refresh-tokens.rules.ts'

type Deps = { db: Database; clock: Clock; mails: MailQueue; publicUrl: () => string }

export type MenteeChanges = Partial<
  Pick<
    MenteeProfile,
    'firstName' | 'lastName' | 'phone' | 'profileImageUrl' | 'about' | 'interests' | 'timeZone' | 'locale'
  >
>
export type PreferenceChanges = {
  email?: Partial<Preferences['email']> | undefined
  push?: Partial<Preferences['push']> | undefined
}

const verificationDays = 7

export function createProfiles({ db, clock, mails, publicUrl }: Deps) {
  async function mentee(menteeId: string): Promise<MenteeProfile> {
    const row = await queries.findById(db.query, menteeId)
    if (!row) throw new AppError('not_found')
    return {
      _id: row.id,
      firstName: row.firstName,
      lastName: row.lastName,
      email: row.email,
      phone: row.phone ?? '',
      profileImageUrl: row.profileImageUrl,
      about: row.about ?? '',
      interests: row.interests,
      timeZone: row.timeZone,
      locale: row.locale,
      isEmailVerified: row.isEmailVerified,
      createdAt: row.createdAt.toISOString(),
    }
  }

  return {
    mentee,

    async editMentee(menteeId: string, changes: MenteeChanges) {
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      if (Object.keys(given).length > 0) {
        await db.query.updateTable('account').set(given).where('id', '=', menteeId).execute()
      }
      return mentee(menteeId)
    },

    preferences: (accountId: string) => readPreferences(db.query, accountId),

    async editPreferences(accountId: string, changes: PreferenceChanges) {
      return db.transact(async (tx) => {
        const present = await readPreferences(tx, accountId)
        const row = toRow({
          email: { ...present.email, ...changes.email },
          push: { ...present.push, ...changes.push },
        })
        await tx
          .insertInto('preference')
          .values({ accountId, ...row })
          .onConflict((conflict) => conflict.column('accountId').doUpdateSet(row))
          .execute()
        return readPreferences(tx, accountId)
      })
    },

    async sendVerification(actor: Actor<'mentee' | 'mentor'>) {
      const token = randomBytes(24).toString('base64url')
      await db.transact(async (tx) => {
        const account = await queries.findById(tx, actor.id)
        if (!account || account.isEmailVerified) return
        await tx.deleteFrom('emailVerification').where('accountId', '=', actor.id).execute()
        await tx
          .insertInto('emailVerification')
          .values({
            tokenHash: hashToken(token),
            accountId: actor.id,
            email: account.email,
            expiresAt: after(clock.now(), daysMs(verificationDays)),
          })
          .execute()
        const url = `${publicUrl()}/auth/verify-email?role=${actor.role}&token=${token}`
        await mails.add(tx, {
          to: account.email,
          kind: 'verification',
          content: verificationMail(account.firstName, url),
        })
      })
    },

    /** @throws AppError invalid_token */
    async verifyEmail(token: string) {
      await db.transact(async (tx) => {
        const found = await tx
          .deleteFrom('emailVerification')
          .where('tokenHash', '=', hashToken(token))
          .where('expiresAt', '>', clock.now())
          .returning(['accountId', 'email'])
          .executeTakeFirst()
        if (!found) throw new AppError('invalid_token')
        await tx
          .updateTable('account')
          .set({ isEmailVerified: true })
          .where('id', '=', found.accountId)
          .where('email', '=', found.email)
          .execute()
      })
    },
  }
}
export type Profiles = ReturnType<typeof createProfiles>

const defaults: Preferences = {
  email: { messages: true, bookings: true, reminders: true, payments: true },
  push: { messages: false, reminders: false },
}

async function readPreferences(db: Db, accountId: string): Promise<Preferences> {
  const row = await db
    .selectFrom('preference')
    .selectAll()
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  if (!row) return defaults
  return {
    email: {
      messages: row.emailMessages,
      bookings: row.emailBookings,
      reminders: row.emailReminders,
      payments: row.emailPayments,
    },
    push: { messages: row.pushMessages, reminders: row.pushReminders },
  }
}

const toRow = ({ email, push }: Preferences) => ({
  emailMessages: email.messages,
  emailBookings: email.bookings,
  emailReminders: email.reminders,
  emailPayments: email.payments,
  pushMessages: push.messages,
  pushReminders: push.reminders,
})
