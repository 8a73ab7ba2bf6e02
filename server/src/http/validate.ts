import type { EndpointSpec } from '@marga/contract/endpoint'
import { fieldErrors, issueMessage } from '@marga/contract/errors'
import { validate as isUuid } from 'uuid'
import type { z } from 'zod'
import type { Actor } from '../platform/actor.ts'
import { AppError, invalidField } from '../platform/errors.ts'

type Raw = { params: unknown; query: unknown; body: unknown }

/** The ids of a path, in small letters as ours are. @throws AppError not_found: what is not a UUID names nothing */
export function readPathIds(params: Record<string, string>): Record<string, string> {
  const read = Object.entries(params).map(([name, value]) => {
    if (name === 'secret') return [name, value]
    if (!isUuid(value)) throw new AppError('not_found')
    return [name, value.toLowerCase()]
  })
  return Object.fromEntries(read)
}

/** The caller's own id, wherever the endpoint repeats it, must be the token's. */
export function checkSelf(endpoint: EndpointSpec, actor: Actor | undefined, raw: Raw) {
  for (const path of endpoint.self ?? []) {
    const given = path.split('.').reduce<unknown>((node, key) => property(node, key), raw)
    const isSelf = typeof given === 'string' && given.toLowerCase() === actor?.id
    if (given !== undefined && !isSelf) throw new AppError('forbidden')
  }
}

function property(node: unknown, key: string): unknown {
  return typeof node === 'object' && node !== null && Object.hasOwn(node, key)
    ? (node as Record<string, unknown>)[key]
    : undefined
}

/** What PostgreSQL cannot hold: U+0000, and half of a pair that is one character. */
const unstorable = /[\0\p{Surrogate}]/u
export const isStorable = (text: string): boolean => !unstorable.test(text)

/** Deeper than anything of ours; far deeper ones exhaust whatever walks through them. */
const depthMax = 20

/** Refuses text that cannot be stored, wherever it stands. @throws AppError invalid_request naming the field */
export function checkTexts(data: unknown) {
  const left = [{ node: data, path: [] as string[] }]
  for (let next = left.pop(); next; next = left.pop()) {
    const { node, path } = next
    if (typeof node === 'string' && !isStorable(node))
      throw invalidField(nameOf(path), 'This contains a character that cannot be stored.')
    if (typeof node !== 'object' || node === null || ArrayBuffer.isView(node)) continue
    if (path.length >= depthMax) throw invalidField(nameOf(path), 'This is nested too deeply.')
    for (const [key, value] of Object.entries(node)) {
      if (!isStorable(key))
        throw invalidField(nameOf(path), 'This contains a character that cannot be stored.')
      left.push({ node: value, path: [...path, key] })
    }
  }
}

const nameOf = (path: readonly string[]) => path.join('.') || 'body'

/** What the schema makes of the data. @throws AppError invalid_request with every field named */
export function parse(schema: z.ZodType | undefined, data: unknown): unknown {
  checkTexts(data)
  if (!schema) return data
  const parsed = schema.safeParse(data, { error: issueMessage })
  if (parsed.success) return parsed.data
  const fields = fieldErrors(parsed.error)
  throw new AppError('invalid_request', { message: sentenceOf(fields), fields })
}

/** With one bad field its own sentence says most; with several the general one points at them. */
function sentenceOf(fields: Record<string, string>) {
  const sentences = Object.values(fields)
  return sentences.length === 1 ? sentences[0]! : 'Please check the highlighted fields.'
}
