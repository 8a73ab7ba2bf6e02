import type { MentorRequest } from '@marga/contract/applicants'
import type { ListedMentee } from '@marga/contract/moderation'
import type { MemberRole } from '@marga/contract/roles'
import { ApiError } from '../../lib/api-client.ts'
import { formatDate, formatTime } from '../../lib/dates.ts'
import { errorMessage } from '../../lib/error-messages.ts'

export type PeopleFilter = { search: string; status: '' | 'active' | 'blocked' }

/** The filter as it stands in the address; what is unknown there counts as none. */
export function readFilter(query: URLSearchParams): PeopleFilter {
  const status = query.get('status')
  return {
    search: query.get('search') ?? '',
    status: status === 'active' || status === 'blocked' ? status : '',
  }
}

export function writeFilter({ search, status }: PeopleFilter): Record<string, string> {
  return { ...(search.trim() ? { search: search.trim() } : {}), ...(status ? { status } : {}) }
}

export const fullName = ({ firstName, lastName }: Pick<ListedMentee, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`

/** What a decision that came too late says: who was first, and when. */
export function decisionFailure(error: unknown): string {
  const text = errorMessage('moderate', error)
  if (!(error instanceof ApiError) || error.code !== 'already_decided') return text
  const { decidedBy, decidedAt } = error.details
  if (typeof decidedBy !== 'string' || !decidedBy) return text
  if (typeof decidedAt !== 'string') return `Already decided by ${decidedBy}.`
  return `Already decided by ${decidedBy} on ${formatDate(decidedAt)} at ${formatTime(decidedAt)}.`
}

/** What happens when a person is let in again: a suspension had ended less than a block. */
export const unblockEffectsOf = (
  role: MemberRole,
  { suspendedUntil }: Pick<ListedMentee, 'suspendedUntil'>,
): readonly string[] =>
  suspendedUntil ? suspensionEffects[role](formatDate(suspendedUntil)) : blockEffects[role]

const blockEffects: Record<MemberRole, readonly string[]> = {
  mentor: [
    'Can sign in again and is listed again.',
    'Subscriptions that ended, cancelled sessions and closed times do not come back.',
  ],
  mentee: [
    'Can sign in again, and use what is left of a paid month.',
    'Released bookings do not come back, and subscriptions renew only if the person chooses to.',
  ],
}

const suspensionEffects: Record<MemberRole, (until: string) => readonly string[]> = {
  mentor: (until) => [
    `Can sign in again and is listed again, before the suspension ends on ${until}.`,
    'Cancelled sessions do not come back. Subscriptions went on.',
  ],
  mentee: (until) => [
    `Can sign in again, before the suspension ends on ${until}.`,
    'Released bookings do not come back. Subscriptions went on.',
  ],
}

/** The one to look at after this one is decided: the next in line, else the one before. */
export function nextInQueue<R extends Pick<MentorRequest, 'mentorId'>>(
  requests: readonly R[],
  decidedId: string,
): R | undefined {
  const index = requests.findIndex(({ mentorId }) => mentorId === decidedId)
  return requests[index + 1] ?? requests[index - 1]
}
