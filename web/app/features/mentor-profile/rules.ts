import { parseDecimal } from '@marga/contract/decimals'
import { limits } from '@marga/contract/limits'
import type { editMentorProfile, OwnMentorProfile } from '@marga/contract/mentors'
import { splitSkills, uniqueSkills } from '@marga/contract/skills'
import type { z } from 'zod'
import { validateForm } from '../../lib/validation.ts'

export type ProfileChanges = z.input<typeof editMentorProfile.body>

/** The form's fields, all as text. */
export const aboutFields = [
  'firstName',
  'lastName',
  'phone',
  'jobTitle',
  'firmName',
  'location',
  'shortBio',
  'bio',
  'educationalQualification',
  'workingSince',
  'languages',
  'website',
  'linkedInUrl',
  'twitterUrl',
  'timeZone',
] as const
type AboutField = (typeof aboutFields)[number]
export type AboutValues = Record<AboutField, string>

export function aboutValues(profile: OwnMentorProfile): AboutValues {
  const values = Object.fromEntries(aboutFields.map((field) => [field, textOf(profile[field])]))
  return values as AboutValues
}

const textOf = (value: string | number | readonly string[] | null): string =>
  value === null ? '' : typeof value === 'object' ? value.join(', ') : String(value)

/** Only what was changed is sent, so that two people editing at once do not undo each other. */
export function aboutChanges(values: AboutValues, profile: OwnMentorProfile): ProfileChanges {
  const before = aboutValues(profile)
  const changed = aboutFields.filter((field) => values[field].trim() !== before[field].trim())
  return Object.fromEntries(
    changed.map((field) => [
      field,
      field === 'languages' ? uniqueSkills(splitSkills(values.languages)) : values[field].trim(),
    ]),
  )
}

export type PriceValues = { hourlyRate: string; monthlyFee: string }

/** What a month costs unless the mentor sets it. */
export const usualMonthlyFee = (hourlyRate: string): number | null => {
  const rate = parseDecimal(hourlyRate)
  return rate === null ? null : Math.round(rate) * limits.callsPerMonth
}

/** What is shown is what is saved: the server has a fee follow the rate unless it is told one, so both go together. */
export function priceChanges(values: PriceValues, profile: OwnMentorProfile): ProfileChanges {
  const changes: ProfileChanges = {}
  if (values.hourlyRate.trim() !== String(profile.hourlyRate)) changes.hourlyRate = values.hourlyRate.trim()
  if (changes.hourlyRate !== undefined || values.monthlyFee.trim() !== String(profile.monthlyFee))
    changes.monthlyFee = values.monthlyFee.trim()
  return changes
}

/** Field → complaint, by the contract's own rules; empty when all is well. */
export const checkChanges = async (changes: ProfileChanges): Promise<Record<string, string>> =>
  (await validateForm(async () => (await import('@marga/contract/mentors')).editMentorProfile.body, changes))
    .messages

export type SkillRejection = 'empty' | 'too_long' | 'known' | 'too_many'
export const skillRejections: Record<SkillRejection, string> = {
  empty: 'Give the skill a name.',
  too_long: `At most ${limits.skillMax} characters.`,
  known: 'You have this skill already.',
  too_many: `At most ${limits.skillsMax} skills.`,
}

/** Why a skill cannot be added; null when it can. Spellings that differ in case only are the same. */
export function skillRejectionReason(name: string, skills: readonly string[]): SkillRejection | null {
  const wanted = name.trim()
  if (wanted === '') return 'empty'
  if (wanted.length > limits.skillMax) return 'too_long'
  if (skills.some((skill) => skill.toLowerCase() === wanted.toLowerCase())) return 'known'
  return skills.length >= limits.skillsMax ? 'too_many' : null
}

/** All zones that the browser knows, the present one among them whatever its spelling. */
export function timeZoneChoices(present: string): string[] {
  const known = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : []
  return [...new Set([present, ...known])].sort()
}
