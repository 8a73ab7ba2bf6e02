import { type RawBuilder, sql } from 'kysely'

/** To compare an id with: one statement for however many there are, where `in` makes another for each number. */
export const anyOf = (ids: readonly string[]): RawBuilder<string> => sql`any(${ids as string[]}::uuid[])`
