import type { EndpointSpec } from '@marga/contract/endpoint'
import { z } from 'zod'
import { testPassword } from './people.ts'

/** The same in every sample, so that what names a time finds what was made for it. */
export const sampleStart = new Date(Date.now() + 40 * 86_400_000)

/** Values that a field's schema alone does not give away, by the field's name. */
const byName: Record<string, unknown> = {
  email: 'somebody-else@example.com',
  phone: '9876501234',
  password: testPassword,
  newPassword: testPassword,
  confirmPassword: testPassword,
  confirmpassword: testPassword,
  otp: '123456',
  code: '123456',
  token: 'no token of anybody',
  hourlyRate: 1500,
  rating: 4,
  expertise: ['Go'],
  newSkills: 'Rust',
  skill: 'Go',
  text: 'A text that is long enough to be a review.',
  endpoint: 'https://fcm.googleapis.com/fcm/send/nobody',
  p256dh: 'A'.repeat(87),
  auth: 'A'.repeat(22),
  start: sampleStart.toISOString(),
  end: new Date(sampleStart.getTime() + 3_600_000).toISOString(),
  starts: [sampleStart.toISOString()],
  accept: sampleStart.toISOString(),
  outcomes: [{ kind: 'dismiss' }],
  url: 'https://calendar.example/secret.ics',
  timeZone: 'Asia/Kolkata',
  horizonDays: 28,
  sessionMinutes: 60,
}

type Schema = {
  type?: string
  format?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  minimum?: number
  minLength?: number
}

/** What the fields of that name hold: ids of the things a call is about, and whatever else is given. */
export type Named = Readonly<Record<string, unknown>>

function sampleOf(schema: Schema, name: string, named: Named): unknown {
  if (name in named) return named[name]
  if (name in byName) return byName[name]
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sampleOf(schema.anyOf[0]!, name, named)
  if (schema.properties) return objectOf(schema, named)
  switch (schema.type) {
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, 0)
    case 'boolean':
      return true
    case 'array':
      return []
    case 'null':
      return null
    default:
      return 'Some text'.padEnd(schema.minLength ?? 0, '.')
  }
}

/** Required fields, and optional ones that are named. */
function objectOf(schema: Schema, named: Named): Record<string, unknown> {
  const wanted = Object.entries(schema.properties ?? {}).filter(
    ([name]) => schema.required?.includes(name) || name in named,
  )
  return Object.fromEntries(wanted.map(([name, property]) => [name, sampleOf(property, name, named)]))
}

/** The named values that the endpoint's query must have. */
export function sampleQuery(endpoint: EndpointSpec, named: Named): Record<string, string> {
  if (!endpoint.query) return {}
  const schema = z.toJSONSchema(endpoint.query, { io: 'input', unrepresentable: 'any' }) as Schema
  return Object.fromEntries(
    (schema.required ?? []).flatMap((name) => (name in named ? [[name, String(named[name])]] : [])),
  )
}

/** A body that the endpoint's schema takes, with the named values in it; undefined where it takes none. */
export function sampleBody(endpoint: EndpointSpec, named: Named): Record<string, unknown> | undefined {
  if (!endpoint.body) return undefined
  const schema = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }) as Schema
  return objectOf(schema, named)
}
