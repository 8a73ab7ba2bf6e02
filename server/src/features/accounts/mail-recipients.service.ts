import { createHmac, timingSafeEqual } from 'node:crypto'
import { plainName } from '@marga/contract/person-names'
import type { ModeratorPreferences, Preferences } from '@marga/contract/preferences'
import type { Role } from '@marga/contract/roles'
import { parse as uuidBytes, stringify as uuidText } from 'uuid'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'

type Deps = { db: Database; secret: Uint8Array; publicUrl: () => string }

/** The kinds of mail that a person may switch off. Mails about the account itself always go. */
export type OptionalMail = keyof Preferences['email'] | keyof ModeratorPreferences['email']

export type MailRecipient = {
  id: string
  role: Role
  email: string
  /** Whether the queue takes these mails for the person. */
  isEmailVerified: boolean
  firstName: string
  lastName: string
  timeZone: string | null
  /** Neither switched off nor shut out. */
  isWanted: boolean
  unsubscribeUrl: string
}

/** In the order of their number in the secret: add at the end only. */
const kinds = [
  'messages',
  'bookings',
  'reminders',
  'payments',
  'cases',
  'reviews',
] as const satisfies readonly OptionalMail[]
const columnOf = {
  messages: 'emailMessages',
  bookings: 'emailBookings',
  reminders: 'emailReminders',
  payments: 'emailPayments',
  cases: 'emailCases',
  reviews: 'emailReviews',
} as const satisfies Record<OptionalMail, string>

const proofBytes = 24
const keyBytes = 16 + 1 + proofBytes

/** To whom a mail of some kind goes, and how they end mails of that kind. */
export function createMailRecipients({ db, secret, publicUrl }: Deps) {
  const proofOf = (named: Uint8Array) =>
    createHmac('sha256', secret).update('unsubscribe\0').update(named).digest().subarray(0, proofBytes)

  /** Derived, so that it is stored nowhere: the account, the kind, and the proof that we wrote it. */
  function unsubscribeUrl(accountId: string, kind: OptionalMail) {
    const named = Buffer.concat([Buffer.from(uuidBytes(accountId)), Buffer.from([kinds.indexOf(kind)])])
    return `${publicUrl()}/api/unsubscribe/${Buffer.concat([named, proofOf(named)]).toString('base64url')}`
  }

  /** @throws AppError not_found */
  function read(key: string): { accountId: string; kind: OptionalMail } {
    const bytes = Buffer.from(key, 'base64url')
    if (bytes.length !== keyBytes) throw new AppError('not_found')
    const named = bytes.subarray(0, 17)
    const kind = kinds[named[16]!]
    if (!kind || !timingSafeEqual(bytes.subarray(17), proofOf(named))) throw new AppError('not_found')
    return { accountId: uuidText(named.subarray(0, 16)), kind }
  }

  return {
    /** The people by their id; those who do not want the mail are there too, for their names. */
    async find(tx: Db, accountIds: readonly string[], kind: OptionalMail) {
      const column = columnOf[kind]
      const rows = await tx
        .selectFrom('account')
        .leftJoin('preference', 'preference.accountId', 'account.id')
        .select([
          'account.id',
          'role',
          'email',
          'isEmailVerified',
          'firstName',
          'lastName',
          'timeZone',
          'isBlocked',
          'deletedAt',
        ])
        .select(`preference.${column} as preferred`)
        .where('account.id', '=', anyOf(accountIds))
        .execute()
      return new Map(
        rows.map(({ preferred, isBlocked, deletedAt, ...row }): [string, MailRecipient] => [
          row.id,
          {
            ...row,
            // Older rows may hold what no name may hold now.
            firstName: plainName(row.firstName),
            lastName: plainName(row.lastName),
            isWanted: preferred !== false && !isBlocked && !deletedAt,
            unsubscribeUrl: unsubscribeUrl(row.id, kind),
          },
        ]),
      )
    },

    /** Which mails a secret would end; changes nothing. @throws AppError not_found */
    kindOf: (key: string): OptionalMail => read(key).kind,

    /** Ends mails of the secret's kind; doing it twice is doing it once. @throws AppError not_found */
    async unsubscribe(key: string): Promise<OptionalMail> {
      const { accountId, kind } = read(key)
      const off = { [columnOf[kind]]: false }
      const isKnown = await db.query
        .selectFrom('account')
        .select('id')
        .where('id', '=', accountId)
        .where('deletedAt', 'is', null)
        .executeTakeFirst()
      if (!isKnown) throw new AppError('not_found')
      await db.query
        .insertInto('preference')
        .values({ accountId, ...off })
        .onConflict((conflict) => conflict.column('accountId').doUpdateSet(off))
        .execute()
      return kind
    },
  }
}
export type MailRecipients = ReturnType<typeof createMailRecipients>
