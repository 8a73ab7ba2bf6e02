import { sql } from 'kysely'

/**
 * In a query's own words, of an account that is given as a column. `account.is_blocked` says of both of these that the
 * person is shut out: of whom it must be told apart, ask here.
 */
export const isBlockedForGood = (account: string) => sql<boolean>`exists (
  select 1 from sanction
  where sanction.account_id = ${sql.ref(account)} and sanction.kind = 'block' and sanction.ended_at is null)`

export const suspendedUntil = (account: string) => sql<Date | null>`(
  select sanction.ends_at from sanction
  where sanction.account_id = ${sql.ref(account)} and sanction.kind = 'suspend' and sanction.ended_at is null)`
