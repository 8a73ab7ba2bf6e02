import type { MenteeProfile, menteeProfileChanges } from '@marga/contract/mentee-profile'
import { splitSkills, uniqueSkills } from '@marga/contract/skills'
import type { z } from 'zod'
import { validateForm } from '../../lib/validation.ts'

export type MenteeChanges = z.input<typeof menteeProfileChanges>

/** The form's fields; interests are a list of chips, the rest is text. */
export type MenteeValues = {
  firstName: string
  lastName: string
  phone: string
  about: string
  timeZone: string
  interests: string[]
  /** Typed beside the chips, and not one of them yet. */
  newInterests: string
}
const textFields = ['firstName', 'lastName', 'phone', 'about', 'timeZone'] as const

/** Without a zone of the account times are in that of the browser; that is no zone that was chosen. */
export const menteeValues = (profile: MenteeProfile): MenteeValues => ({
  firstName: profile.firstName,
  lastName: profile.lastName,
  phone: profile.phone,
  about: profile.about,
  timeZone: profile.timeZone ?? '',
  interests: profile.interests,
  newInterests: '',
})

/** Only what differs from the values that the form began with is sent, so that an edit in another tab is not undone. */
export function menteeChanges(values: MenteeValues, before: MenteeValues): MenteeChanges {
  const changes: MenteeChanges = {}
  for (const field of textFields) {
    if (values[field].trim() !== before[field].trim()) changes[field] = values[field].trim()
  }
  const interests = withTyped(values.newInterests, values.interests) ?? values.interests
  if (interests.join('\n') !== before.interests.join('\n')) changes.interests = interests
  return changes
}

/** Field → complaint, by the contract's own rules; empty when all is well. */
export const checkMenteeChanges = async (changes: MenteeChanges): Promise<Record<string, string>> =>
  (
    await validateForm(
      async () => (await import('@marga/contract/mentee-profile')).menteeProfileChanges,
      changes,
    )
  ).messages

/** What was typed as an interest and cannot be one; nothing where it can. */
export const typedComplaint = ({ newInterests, interests }: MenteeValues): Record<string, string> =>
  withTyped(newInterests, interests) ? {} : { interests: interestsRefusal }

const interestsMax = 30
const interestMax = 40
export const interestsRefusal = `At most ${interestsMax} interests of ${interestMax} characters.`

/** What was typed, one or several with commas between, beside those that are there; null when none fits. */
export function addInterests(text: string, known: readonly string[]): string[] | null {
  const wanted = splitSkills(text)
  if (wanted.length === 0 || wanted.some((each) => each.length > interestMax)) return null
  const all = uniqueSkills([...known, ...wanted])
  return all.length > interestsMax ? null : all
}

/** What is chosen, and what is typed and not yet added; null where that is refused. */
export const withTyped = (text: string, chosen: readonly string[]): string[] | null =>
  splitSkills(text).length === 0 ? [...chosen] : addInterests(text, chosen)

/** All zones that the browser knows, the present one among them whatever its spelling. */
export function timeZones(present: string): string[] {
  const known = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : []
  return [...new Set([present, ...known])].sort()
}
