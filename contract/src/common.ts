import { z } from 'zod'
import { limits } from './limits.ts'

/** The largest number of a column of whole numbers. */
export const integerMax = 2_147_483_647

/** In small letters from here on: an id is compared as text in many places, and both spellings are the same one. */
export const id = z.uuid({ error: 'This is not a valid id.' }).toLowerCase()
/** ISO 8601 in UTC with milliseconds, as `Date.toISOString` writes it. */
export const isoTime = z.iso.datetime({ precision: 3 })
export const isoDate = z.iso.date({ error: 'Give a date as YYYY-MM-DD.' })
/** A time given by a caller: any offset is understood. */
export const instant = z.iso
  .datetime({ offset: true, error: 'Give a time such as 2026-01-31T09:30:00Z.' })
  .refine((text) => !Number.isNaN(Date.parse(text)), 'This time does not exist.')
  .transform((text) => new Date(text))

/** A moment in a query: a time with its offset, or a day, which begins in UTC. */
export const instantOrDay = z.union([instant, isoDate.transform((day) => new Date(`${day}T00:00:00.000Z`))], {
  error: 'Give a time such as 2026-01-31T09:30:00Z.',
})

/** Names of regions, and UTC: what PostgreSQL reads as JavaScript does. To it "IST" is Israel's time. */
const regionName =
  /^(UTC|(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific)\/[\w+/-]+)$/

/** By the name of its region; abbreviations and old names become the region that they mean to JavaScript. */
export const timeZone = z
  .string()
  .max(64)
  .refine((zone) => regionOf(zone) !== undefined, 'This is not a known time zone.')
  .overwrite((zone) => regionOf(zone) ?? zone)

function regionOf(zone: string): string | undefined {
  try {
    const { timeZone: canonical } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions()
    return [zone, canonical].find((name) => regionName.test(name))
  } catch {
    return undefined
  }
}

/** PostgreSQL cannot store U+0000; say so instead of failing. */
export const noNulByte = z.refine<string>(
  (text) => !text.includes('\u0000'),
  'This contains a character that cannot be stored.',
)

/** The complaint of a text that is too long: without it a schema's own `error` would stand in its place. */
export const atMost = (max: number) => `Use at most ${max} characters.`

/** A name of something, by which it is compared and found: trimmed at both ends, never empty. */
export const requiredName = (max: number, message = 'This is required.', tooLong = atMost(max)) =>
  z.string({ error: message }).trim().min(1, message).max(max, tooLong).check(noNulByte)
export const optionalName = (max: number) => z.string().trim().max(max, atMost(max)).check(noNulByte)

/** Text kept as typed; a space alone does not count as text. */
export const requiredText = (max: number, message = 'This is required.') =>
  z
    .string({ error: message })
    .max(max, atMost(max))
    .check(noNulByte)
    .refine((text) => text.trim() !== '', message)
export const optionalText = (max: number) =>
  z
    .string()
    .max(max, atMost(max))
    .check(noNulByte)
    .overwrite((text) => (text.trim() === '' ? '' : text))

type Length = { min: number; max: number; missing: string }

/** Text kept as typed, of so many characters without what stands around it. */
export const textOfLength = ({ min, max, missing }: Length) =>
  z
    .string({ error: missing })
    .min(min, `Write at least ${min} characters.`)
    .max(max, atMost(max))
    .check(noNulByte)
    .refine((text) => text.trim().length >= min, `Write at least ${min} characters.`)

export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(limits.pageSizeDefault),
  cursor: z
    .string()
    .max(500)
    .optional()
    .transform((cursor) => cursor || undefined),
})
export const nextCursor = z.string().nullable()

export const person = z.object({
  _id: id,
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
})
export type Person = z.infer<typeof person>

export const messageResponse = z.object({ message: z.string() })

export const dayCount = z.object({ date: isoDate, count: z.number().int() })
export type DayCount = z.infer<typeof dayCount>
export const daysQuery = z.object({
  days: z.coerce.number().int().min(7).max(365).default(30),
  timeZone: timeZone.default('Asia/Kolkata'),
})
