import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { invalidField } from '../errors.ts'

export type PageInput = { limit: number; cursor?: string | undefined }

/** What a part of a cursor must be; each is carried as text. */
const readers = {
  id: (part: string) => (isUuid(part) ? part : undefined),
  time: (part: string) => (Number.isNaN(Date.parse(part)) ? undefined : new Date(part)),
  number: (part: string) => (part !== '' && Number.isFinite(Number(part)) ? Number(part) : undefined),
  text: (part: string) => part,
}
type Kind = keyof typeof readers
type Parts<K extends readonly Kind[]> = {
  -readonly [I in keyof K]: NonNullable<ReturnType<(typeof readers)[K[I]]>>
}

/** By when the rows of a list stood when somebody began to walk it. */
export type Walk = {
  /** What the first page says of that moment, as text; the same or the highest on its first row. */
  began: RawBuilder<string>
  /** Which rows have been dated anew since. */
  isMoved: (began: string) => RawBuilder<SqlBool>
  /** By when one of these stood then. */
  timeThen: (began: string) => RawBuilder<Date>
}

/** A list's order: by a time, then by an id. */
export type Keyset<Row> = {
  /** Names the list: another list's cursors are refused. */
  list: string
  /** Both columns as the query names them. */
  columns: readonly [time: string, id: string]
  order: 'asc' | 'desc'
  markOf: (row: Row) => readonly [time: Date, id: string]
  /** Whether a row keeps its time for good; else by when it stood while a walk goes on. */
  dated: 'once' | Walk
}

const signatureBytes = 16

/**
 * Cursors hold the sort values of the last row that was shown, and are signed: nobody can ask for a page that
 * no answer led to. The key is derived from TOKEN_SECRET for this purpose alone.
 */
export function createCursors(secret: Uint8Array) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'marga cursors', 32))
  return {
    /** The cursors of one list; `kinds` are those of its sort values. */
    of: <const K extends readonly Kind[]>(list: string, kinds: K) => cursorsOf(key, list, kinds),

    /** The page after the cursor. @throws AppError naming `cursor` when it is not one that this list gave */
    page: <DB, TB extends keyof DB, Row>(
      query: SelectQueryBuilder<DB, TB, Row>,
      keyset: Keyset<Row>,
      input: PageInput,
    ) => findPage(key, query, keyset, input),
  }
}
export type Cursors = ReturnType<typeof createCursors>

function signed(key: Buffer, list: string, text: string) {
  const signature = createHmac('sha256', key).update(`${list}\0${text}`).digest()
  return `${text}.${signature.subarray(0, signatureBytes).toString('base64url')}`
}

function cursorsOf<const K extends readonly Kind[]>(key: Buffer, list: string, kinds: K) {
  return {
    write: (parts: readonly (string | number | Date)[]) =>
      signed(
        key,
        list,
        Buffer.from(
          JSON.stringify(parts.map((part) => (part instanceof Date ? part.toISOString() : String(part)))),
        ).toString('base64url'),
      ),
    /**
     * Undefined on the first page.
     * @throws AppError naming `cursor` when it is not one that this list gave
     */
    read(cursor: string | undefined): Parts<K> | undefined {
      if (cursor === undefined || cursor === '') return undefined
      const text = cursor.slice(0, Math.max(0, cursor.lastIndexOf('.')))
      // Compared as text: base64 has several spellings of the same bytes.
      if (!isSame(cursor, signed(key, list, text))) throw invalidCursor()
      const given = JSON.parse(Buffer.from(text, 'base64url').toString()) as string[]
      const parts = kinds.map((kind, index) => readers[kind](given[index] ?? ''))
      // Ours, but of a version whose list had another order.
      if (given.length !== kinds.length || parts.includes(undefined)) throw invalidCursor()
      return parts as Parts<K>
    },
  }
}

async function findPage<DB, TB extends keyof DB, Row>(
  key: Buffer,
  query: SelectQueryBuilder<DB, TB, Row>,
  keyset: Keyset<Row>,
  { limit, cursor }: PageInput,
): Promise<{ items: Row[]; nextCursor: string | null }> {
  const { list, columns, order, markOf, dated } = keyset
  if (dated !== 'once') return findPageOfWalk(key, query, { ...keyset, dated }, { limit, cursor })
  const marks = cursorsOf(key, list, ['time', 'id'])
  const after = marks.read(cursor)
  const [time, id] = [sql.ref<Date>(columns[0]), sql.ref<string>(columns[1])]
  const rows = await findRows(query, { time, id, order, after, limit })
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last ? marks.write(markOf(last)) : null }
}

/** The cursor holds when the walk began, too. */
async function findPageOfWalk<DB, TB extends keyof DB, Row>(
  key: Buffer,
  query: SelectQueryBuilder<DB, TB, Row>,
  { list, columns, order, markOf, dated }: Keyset<Row> & { dated: Walk },
  { limit, cursor }: PageInput,
): Promise<{ items: Row[]; nextCursor: string | null }> {
  const marks = cursorsOf(key, list, ['time', 'id', 'text'])
  const after = marks.read(cursor)
  const span = { id: sql.ref<string>(columns[1]), order, after, limit }
  const find = (some: SelectQueryBuilder<DB, TB, Row>, time: RawBuilder<Date>) =>
    findRows(
      some.select([time.as('walkTime'), dated.began.as('walkBegan')]) as SelectQueryBuilder<
        DB,
        TB,
        Walked<Row>
      >,
      { ...span, time },
    )
  const time = sql.ref<Date>(columns[0])
  const rows = after ? await findAsThen(after[2]) : await find(query, time)
  const items = rows.slice(0, limit)
  const [first, last] = [items[0], items.at(-1)]
  if (rows.length <= limit || !first || !last) return { items, nextCursor: null }
  const began = after?.[2] ?? first.walkBegan
  return { items, nextCursor: marks.write([last.walkTime, markOf(last)[1], began]) }

  /** The few that were moved apart, so that an index finds the others, however many there are. */
  async function findAsThen(began: string) {
    const isMoved = dated.isMoved(began)
    const still = await find(query.where(sql<SqlBool>`not (${isMoved})`), time)
    // Looked for afterwards: one that is moved between the two is found twice, and not never.
    const moved = await find(query.where(isMoved), dated.timeThen(began))
    const idOf = (row: Row) => markOf(row)[1]
    const known = new Set(still.map(idOf))
    const sign = order === 'asc' ? 1 : -1
    return [...still, ...moved.filter((row) => !known.has(idOf(row)))].sort(
      (one, other) =>
        sign * (one.walkTime.getTime() - other.walkTime.getTime() || (idOf(one) < idOf(other) ? -1 : 1)),
    )
  }
}
type Walked<Row> = Row & { walkTime: Date; walkBegan: string }

type Span = {
  time: RawBuilder<Date>
  id: RawBuilder<string>
  order: 'asc' | 'desc'
  after: readonly [time: Date, id: string, ...rest: string[]] | undefined
  limit: number
}

/** One more than the page takes, where there is more. */
function findRows<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { time, id, order, after, limit }: Span,
) {
  const than = sql.raw(order === 'asc' ? '>' : '<')
  return query
    .$if(after !== undefined, (some) =>
      some.where(sql<boolean>`(${time}, ${id}) ${than} (${after![0]}, ${after![1]})`),
    )
    .orderBy(time, order)
    .orderBy(id, order)
    .limit(limit + 1)
    .execute()
}

const isSame = (one: string, other: string) => {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}

const invalidCursor = () =>
  invalidField('cursor', 'This page mark is not valid. Start again from the first page.')
