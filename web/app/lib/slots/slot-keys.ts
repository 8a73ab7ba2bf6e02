import type { MemberRole } from '@marga/contract/roles'

export type BookedPeriod = 'upcoming' | 'past'

/**
 * Every slot that the browser holds lies under these keys. Both roles may be signed in within one browser, so the
 * role comes first: what a mentee sees of mentors' hours, and a mentor's own.
 */
export const slotKeys = {
  mentee: ['slots', 'mentee'] as const,
  ofMentor: (mentorId: string) => ['slots', 'mentee', 'of', mentorId] as const,
  booked: () => ['slots', 'mentee', 'booked'] as const,
  bookedWhen: (when: BookedPeriod) => ['slots', 'mentee', 'booked', when] as const,
  bookedAt: (mentorId: string, start: string) =>
    ['slots', 'mentee', 'booked', 'at', mentorId, start] as const,
  proposals: (role: MemberRole) => ['slots', role, 'proposals'] as const,
  proposalsOf: (role: MemberRole, slotId: string) => ['slots', role, 'proposals', slotId] as const,
  mentor: ['slots', 'mentor'] as const,
  days: (mentorId: string, from: string, to: string) =>
    ['slots', 'mentor', mentorId, 'days', from, to] as const,
  coming: (mentorId: string) => ['slots', 'mentor', mentorId, 'coming'] as const,
  past: (mentorId: string) => ['slots', 'mentor', mentorId, 'past'] as const,
  linked: (slotId: string) => ['slots', 'mentor', 'linked', slotId] as const,
  upcomingSessions: (mentorId: string) => ['slots', 'mentor', mentorId, 'upcoming-sessions'] as const,
}
