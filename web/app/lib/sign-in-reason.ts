import type { Role } from '@marga/contract/roles'
import { tabStorage } from './browser-storage.ts'
import { paths } from './paths.ts'
import { readReturnPath } from './return-path.ts'

const key = 'marga.wantedMentor'

/** Whose profile somebody was on when they pressed Subscribe, for this tab. */
export function storeWantedMentor(mentor: { _id: string; firstName: string }): void {
  tabStorage.setItem(key, JSON.stringify({ id: mentor._id, firstName: mentor.firstName }))
}

/** Who has signed in and comes back later, from a mail or after a long pause, wants something else. */
export const forgetWantedMentor = (): void => tabStorage.removeItem(key)

function wantedName(mentorId: string): string | null {
  try {
    const kept = JSON.parse(tabStorage.getItem(key) ?? 'null') as { id: string; firstName: string } | null
    return kept?.id === mentorId ? kept.firstName : null
  } catch {
    return null
  }
}

const { mentorProfile, trial, bookedSlots, schedules } = paths.mentees
const startOf = (pattern: string) => pattern.slice(0, pattern.indexOf(':'))

/** "to subscribe to Ananya": why somebody is asked to sign in, by where they go afterwards; null where they just came. */
export function signInReason(role: Role): string | null {
  const href = readReturnPath(role)
  if (href === null || role === 'moderator') return null
  const [path = ''] = href.split(/[?#]/)
  const idAfter = (pattern: string) => {
    const start = startOf(pattern)
    return path.startsWith(start) ? path.slice(start.length) : ''
  }
  if (idAfter(mentorProfile.pattern)) {
    const name = wantedName(idAfter(mentorProfile.pattern))
    return name ? `to subscribe to ${name}` : 'to see this mentor’s profile'
  }
  if (idAfter(trial.pattern))
    return `to book a free intro call with ${wantedName(idAfter(trial.pattern)) ?? 'this mentor'}`
  if (/\/connect\/live/.test(path)) return 'to join your session'
  if (/\/connect\/inbox/.test(path)) return 'to read your messages'
  if (path === bookedSlots.getHref() || path === schedules.getHref()) return 'to see your sessions'
  return null
}
