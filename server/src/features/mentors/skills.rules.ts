import { limits } from '@marga/contract/limits'
import { AppError, invalidField } from '../../platform/errors.ts'

const lower = (text: string) => text.toLowerCase()

/** @throws AppError already_exists when all of them are there, invalid_request past 30 */
export function withSkills(present: string[], added: string[]): string[] {
  const known = new Set(present.map(lower))
  const fresh = added.filter((skill) => !known.has(lower(skill)))
  if (fresh.length === 0) throw new AppError('already_exists', { message: 'You have this skill already.' })
  if (present.length + fresh.length > limits.skillsMax) {
    throw invalidField('newSkills', `At most ${limits.skillsMax} skills.`)
  }
  return [...present, ...fresh]
}

/** @throws AppError not_found; the last skill cannot go */
export function withoutSkill(present: string[], skill: string): string[] {
  const rest = present.filter((name) => lower(name) !== lower(skill))
  if (rest.length === present.length) throw new AppError('not_found')
  if (rest.length === 0) throw invalidField('skill', 'Keep at least one skill.')
  return rest
}
