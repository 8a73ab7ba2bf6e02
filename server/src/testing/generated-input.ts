import { type EndpointSpec, pathParamNames } from '@marga/contract/endpoint'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { z } from 'zod'

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  format?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}
type Any = fc.Arbitrary<unknown>

/** Ids and cursors that mean something, so that what is generated gets further than the first look-up. */
export type KnownValues = {
  ids: readonly string[]
  /** By the name of the key or path parameter that holds such a one. */
  named: Readonly<Record<string, string>>
  cursors: readonly string[]
}

const oddTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u200b',
  '💥'.repeat(50),
  '%00',
  '\\u0000',
  "'; --",
  '<b>',
  '../..',
  'x'.repeat(5000),
  'a b '.repeat(60),
]
const oddNumbers = [
  -1,
  0,
  0.5,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  1e308,
  -1e308,
  5e-324,
  'NaN',
  'Infinity',
  '1e999',
  '0x10',
  '1_000',
]
const oddTimes = [
  '0000-01-01T00:00:00.000Z',
  '0001-01-01',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59+14:00',
  '2026-13-45',
  '2026-02-30T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
]

const junk: Any = fc.oneof(
  fc.constantFrom<unknown>(...oddTexts, ...oddNumbers, ...oddTimes, null, true, false, [], {}),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
  fc.maxSafeInteger(),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.dictionary(fc.string({ maxLength: 5 }), fc.string(), { maxKeys: 3 }),
)

/** What the endpoint's schemas take, with junk in places, keys that they do not know, and cursors that were changed. */
export function generatedInput(endpoint: EndpointSpec, known: KnownValues) {
  const keysOf = (schema: z.ZodType | undefined): Schema =>
    schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema) : {}
  return fc.record({
    id: idOf(known, pathParamNames(endpoint.path)[0]),
    query: objectOf(keysOf(endpoint.query), known).map(asQuery),
    body: fc.oneof(
      { arbitrary: objectOf(keysOf(endpoint.body), known), weight: 9 },
      { arbitrary: junk, weight: 1 },
    ),
  })
}

const idOf = ({ ids, named }: KnownValues, name = '') =>
  fc.oneof(
    { arbitrary: fc.constant(named[name] ?? ids[0]!), weight: named[name] ? 4 : 0 },
    { arbitrary: fc.constantFrom(...ids), weight: 2 },
    { arbitrary: fc.constant(v7()), weight: 1 },
  )

function objectOf(
  { properties = {}, required = [] }: Schema,
  known: KnownValues,
): fc.Arbitrary<Record<string, unknown>> {
  const entries = Object.entries(properties).map(([key, schema]) => [
    key,
    mostly(valueFor(key, schema, known)),
  ])
  const arbitraries = Object.fromEntries(entries) as Record<string, Any>
  const named: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
    fc.record(arbitraries, { requiredKeys: required }),
    fc.record(arbitraries, { requiredKeys: [] }),
  )
  const unknownKeys = fc.dictionary(
    fc.oneof(
      fc.constantFrom('__proto__', 'constructor', 'odd', 'a.b', 'limit', 'cursor'),
      fc.string({ maxLength: 8 }),
    ),
    junk,
    { maxKeys: 2 },
  )
  return fc.oneof(
    { arbitrary: named, weight: 3 },
    { arbitrary: fc.tuple(unknownKeys, named).map(([odd, own]) => ({ ...odd, ...own })), weight: 1 },
  )
}

const mostly = (arbitrary: Any): Any => fc.oneof({ arbitrary, weight: 8 }, { arbitrary: junk, weight: 1 })

function valueFor(key: string, schema: Schema, known: KnownValues): Any {
  if (key === 'cursor') return cursorOf(known)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return fc.oneof(...options.map((option) => valueFor(key, option, known)))
  switch (schema.type) {
    case 'object':
      return objectOf(schema, known)
    case 'array':
      return fc.array(mostly(valueFor(key, schema.items ?? {}, known)), { maxLength: 4 })
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'string':
      return textOf(key, schema, known)
    default:
      return fc.oneof(junk, idOf(known), fc.constantFrom(...oddTimes), numberOf(schema))
  }
}

const numberOf = ({ minimum = -10, maximum = 10_000 }: Schema): Any =>
  fc.oneof(
    fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) }),
    fc.constantFrom<unknown>(...oddNumbers, minimum, maximum),
  )

function textOf(key: string, { format, minLength = 0, maxLength = 60 }: Schema, known: KnownValues): Any {
  if (format === 'uuid') return idOf(known, key)
  if (format?.startsWith('date') || /time|from|to|start|end|until/i.test(key))
    return fc.oneof(
      fc
        .date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })
        .map((at) => at.toISOString()),
      fc.constantFrom(...oddTimes),
    )
  if (format === 'email') return fc.constantFrom('someone@example.com', 'A@B.example', 'x@y')
  return fc.oneof(
    fc.string({
      unit: 'grapheme',
      minLength: Math.min(minLength, 100),
      maxLength: Math.max(minLength, Math.min(maxLength, 200)),
    }),
    fc.constantFrom(...oddTexts, ...oddTimes, 'Asia/Kolkata', 'https://example.com/a?b#c'),
    idOf(known),
  )
}

/** One that was given, as it is, with a letter changed, cut off, or said twice. */
const cursorOf = ({ cursors }: KnownValues): Any =>
  cursors.length === 0
    ? junk
    : fc
        .tuple(
          fc.constantFrom(...cursors),
          fc.nat(),
          fc.constantFrom('as it is', 'changed', 'cut', 'twice', 'upper'),
        )
        .map(([cursor, place, how]) => {
          const at = place % cursor.length
          if (how === 'changed')
            return cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1)
          if (how === 'cut') return cursor.slice(0, at)
          if (how === 'twice') return cursor + cursor
          return how === 'upper' ? cursor.toUpperCase() : cursor
        })

/** As an address carries them: nested ones as JSON, of several all. */
function asQuery(values: Record<string, unknown>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(values))
    for (const one of Array.isArray(value) ? value : [value])
      query.append(key, typeof one === 'object' && one !== null ? JSON.stringify(one) : String(one))
  return query
}
