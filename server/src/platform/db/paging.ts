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

/**
 * The sort values of the last row that was shown, or undefined on the first page.
 * @throws AppError naming `cursor` when it is not one of ours
 */
export function readCursor<const K extends readonly Kind[]>(
  cursor: string | undefined,
  kinds: K,
): Parts<K> | undefined {
  if (cursor === undefined || cursor === '') return undefined
  const given = decode(cursor)
  const parts = kinds.map((kind, index) => readers[kind](given?.[index] ?? ''))
  if (given?.length !== kinds.length || parts.includes(undefined)) {
    throw invalidCursor()
  }
  return parts as Parts<K>
}

export const invalidCursor = () =>
  invalidField('cursor', 'This page mark is not valid. Start again from the first page.')

function decode(cursor: string): string[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts.map(String) : undefined
  } catch {
    return undefined
  }
}

export const writeCursor = (parts: readonly unknown[]) =>
  Buffer.from(
    JSON.stringify(parts.map((part) => (part instanceof Date ? part.toISOString() : String(part)))),
  ).toString('base64url')

/** Cuts the extra row that tells whether there is more. @param keyOf the sort values of a row */
export function page<T>(
  rows: readonly T[],
  limit: number,
  keyOf: (row: T) => readonly (string | number | Date)[],
) {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last ? writeCursor(keyOf(last)) : null }
}
