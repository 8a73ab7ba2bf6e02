import type { Role } from '@marga/contract/roles'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Whether the account with that address was made, and its devices were last distrusted, no later than then. */
export const isTrustedSince = async (
  db: Db,
  { role, email, issuedAt }: { role: Role; email: string; issuedAt: Date },
): Promise<boolean> =>
  (await db
    .selectFrom('account')
    .select('id')
    .where('role', '=', role)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('deletedAt', 'is', null)
    .where('createdAt', '<=', issuedAt)
    .where(({ or, eb }) =>
      or([eb('devicesTrustedSince', 'is', null), eb('devicesTrustedSince', '<=', issuedAt)]),
    )
    .executeTakeFirst()) !== undefined
