import { plainName } from '@marga/contract/person-names'
import type { Role } from '@marga/contract/roles'
import type { Database, Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import * as queries from './mail-recipients.queries.ts'
import { type OptionalMail, readUnsubscribeKey, writeUnsubscribeKey } from './unsubscribe-keys.rules.ts'

export type { OptionalMail } from './unsubscribe-keys.rules.ts'

type Deps = {
  db: Database
  secret: Uint8Array
  publicUrl: () => string
  mails: Pick<MailQueue, 'dropHeld'>
}

export type MailRecipient = {
  id: string
  role: Role
  email: string
  /** Whether the queue takes these mails for the person. */
  isEmailVerified: boolean
  firstName: string
  lastName: string
  timeZone: string | null
  /** Neither switched off nor, but for what is about money, shut out. */
  isWanted: boolean
  isShutOut: boolean
  /** The account was deleted. */
  isGone: boolean
  unsubscribeUrl: string
}

/** To whom a mail of some kind goes, and how they end mails of that kind. */
export function createMailRecipients(deps: Deps) {
  return {
    find: (tx: Db, accountIds: readonly string[], kind: OptionalMail) => find(deps, tx, accountIds, kind),

    /** Which mails a secret would end; changes nothing. @throws AppError not_found */
    kindOf: (key: string): OptionalMail => readKey(deps, key).kind,

    unsubscribe: (key: string) => unsubscribe(deps, key),

    /** Those of these kinds that wait for a digest do not come, as their reader has switched them off. */
    async dropHeld(tx: Db, accountId: string, kinds: readonly OptionalMail[]) {
      for (const kind of kinds)
        await deps.mails.dropHeld(tx, { accountId, unsubscribeUrl: urlOf(deps, accountId, kind) })
    },
  }
}
export type MailRecipients = ReturnType<typeof createMailRecipients>

const urlOf = (
  { secret, publicUrl }: Pick<Deps, 'secret' | 'publicUrl'>,
  accountId: string,
  kind: OptionalMail,
) => `${publicUrl()}/api/unsubscribe/${writeUnsubscribeKey(secret, accountId, kind)}`

/** The people by their id; those who do not want the mail are there too, for their names. */
async function find(deps: Deps, tx: Db, accountIds: readonly string[], kind: OptionalMail) {
  const rows = await queries.findRecipients(tx, accountIds, kind)
  return new Map(
    rows.map(({ preferred, isBlocked, deletedAt, ...row }): [string, MailRecipient] => [
      row.id,
      {
        ...row,
        // Older rows may hold what no name may hold now.
        firstName: plainName(row.firstName),
        lastName: plainName(row.lastName),
        // Who cannot sign in and see it hears all the more of what is taken from them, and given back.
        isWanted: preferred !== false && !deletedAt && (kind === 'payments' || !isBlocked),
        isShutOut: isBlocked,
        isGone: deletedAt !== null,
        unsubscribeUrl: urlOf(deps, row.id, kind),
      },
    ]),
  )
}

/** @throws AppError not_found */
function readKey({ secret }: Deps, key: string) {
  const read = readUnsubscribeKey(secret, key)
  if (!read) throw new AppError('not_found')
  return read
}

/** Ends mails of the secret's kind; doing it twice is doing it once. @throws AppError not_found */
async function unsubscribe(deps: Deps, key: string): Promise<OptionalMail> {
  const { db, mails } = deps
  const { accountId, kind } = readKey(deps, key)
  return db.transact(async (tx) => {
    if (!(await queries.findUndeleted(tx, accountId))) throw new AppError('not_found')
    await queries.switchMailOff(tx, accountId, kind)
    await mails.dropHeld(tx, { accountId, unsubscribeUrl: urlOf(deps, accountId, kind) })
    return kind
  })
}
