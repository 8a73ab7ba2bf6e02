import { type RawBuilder, sql } from 'kysely'

/**
 * To compare an id with: one statement for however many there are, where `in` makes another for each number. A single
 * one is compared by itself: PostgreSQL keeps no plan for a list, of which it would have to guess how long it is.
 */
export const anyOf = (ids: readonly string[]): RawBuilder<string> =>
  ids.length === 1 ? sql`${ids[0]}::uuid` : sql`any(${ids as string[]}::uuid[])`
