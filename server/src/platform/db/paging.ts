import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
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

/** A list's order: by a moment, then by an id. */
export type Keyset<Row> = {
  /** Names the list: another list's cursors are refused. */
  list: string
  /** Both columns as the query names them. */
  columns: readonly [time: string, id: string]
  order: 'asc' | 'desc'
  markOf: (row: Row) => readonly [time: Date, id: string]
  /**
   * Of a list, newest first, whose rows move to its top: the moment by which a row stood when the walk began. One that
   * has moved since comes where it would have come.
   */
  momentAt?: (began: Date) => RawBuilder<Date>
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
  const { list, columns, order, markOf, momentAt } = keyset
  if (momentAt) return findPageOfWalk(key, query, { ...keyset, momentAt }, { limit, cursor })
  const marks = cursorsOf(key, list, ['time', 'id'])
  const after = marks.read(cursor)
  const [time, id] = [sql.ref<Date>(columns[0]), sql.ref<string>(columns[1])]
  const { items, hasMore } = await findRows(query, { time, id, order, after, limit })
  const last = items.at(-1)
  return { items, nextCursor: hasMore && last ? marks.write(markOf(last)) : null }
}

/** The cursor holds when the walk began, too: what was then the first row's moment. */
async function findPageOfWalk<DB, TB extends keyof DB, Row>(
  key: Buffer,
  query: SelectQueryBuilder<DB, TB, Row>,
  { list, columns, order, markOf, momentAt }: Required<Keyset<Row>>,
  { limit, cursor }: PageInput,
): Promise<{ items: Row[]; nextCursor: string | null }> {
  const marks = cursorsOf(key, list, ['time', 'id', 'time'])
  const after = marks.read(cursor)
  const [time, id] = [after ? momentAt(after[2]) : sql.ref<Date>(columns[0]), sql.ref<string>(columns[1])]
  const moved = query.select(time.as('walkMoment')) as SelectQueryBuilder<DB, TB, Row & { walkMoment: Date }>
  const { items, hasMore } = await findRows(moved, { time, id, order, after, limit })
  const [first, last] = [items[0], items.at(-1)]
  if (!hasMore || !first || !last) return { items, nextCursor: null }
  const began = after?.[2] ?? first.walkMoment
  return { items, nextCursor: marks.write([last.walkMoment, markOf(last)[1], began]) }
}

type Span = {
  time: RawBuilder<Date>
  id: RawBuilder<string>
  order: 'asc' | 'desc'
  after: readonly [time: Date, id: string, ...rest: Date[]] | undefined
  limit: number
}

async function findRows<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { time, id, order, after, limit }: Span,
) {
  const than = sql.raw(order === 'asc' ? '>' : '<')
  const rows = await query
    .$if(after !== undefined, (some) =>
      some.where(sql<boolean>`(${time}, ${id}) ${than} (${after![0]}, ${after![1]})`),
    )
    .orderBy(time, order)
    .orderBy(id, order)
    // The extra row tells whether there is more.
    .limit(limit + 1)
    .execute()
  return { items: rows.slice(0, limit), hasMore: rows.length > limit }
}

const isSame = (one: string, other: string) => {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}

const invalidCursor = () =>
  invalidField('cursor', 'This page mark is not valid. Start again from the first page.')
