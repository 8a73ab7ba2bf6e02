import type { SanctionKind } from '@marga/contract/case-states'
import type { MemberRole } from '@marga/contract/roles'

/** `until`: the day, in words of the reader's zone; null for what has no end. */
export type ToldSanction = { kind: SanctionKind; until: string | null }

/** What a sanction is, to the person. */
export function sanctionLine({ kind, until }: ToldSanction, role: MemberRole): string {
  switch (kind) {
    case 'warn':
      return 'A moderator has warned you.'
    case 'restrict':
      return role === 'mentor'
        ? `Until ${until} you are not listed, and no one new can subscribe to you. Your bookings and conversations go on.`
        : `Until ${until} you cannot subscribe to another mentor. Your bookings and conversations go on.`
    case 'suspend':
      return role === 'mentor'
        ? `A moderator has suspended your account until ${until}. You cannot sign in until then. Your sessions before that day are cancelled, and their calls go back to your mentees.`
        : `A moderator has suspended your account until ${until}. You cannot sign in until then. Your sessions before that day are cancelled, and you keep their calls.`
    case 'block':
      return 'A moderator has blocked your account. You can no longer sign in, and your booked sessions are cancelled.'
    case 'remove_content':
      return 'A moderator has removed something that you wrote here.'
  }
}

/** The weightiest of them names the mail. */
export function sanctionSubject(sanctions: readonly ToldSanction[]): string {
  const of = (kind: SanctionKind) => sanctions.find((one) => one.kind === kind)
  const suspended = of('suspend')
  if (of('block')) return 'Your account is blocked'
  if (suspended) return `Your account is suspended until ${suspended.until}`
  if (of('restrict')) return 'Your account is restricted'
  return of('warn') ? 'A warning from our moderators' : 'We removed something that you wrote'
}

/** @param standing what is in force still, or again */
export function liftedSubject(kinds: readonly SanctionKind[], standing: readonly ToldSanction[]): string {
  if (kinds.some((kind) => !isFreedBy(kind, standing))) return 'A decision about your account is taken back'
  if (kinds.includes('block')) return 'Your account is unblocked'
  if (kinds.includes('suspend')) return 'Your account is no longer suspended'
  if (kinds.includes('restrict')) return 'Your account is no longer restricted'
  return kinds.includes('warn') ? 'A warning is taken back' : 'A removal is taken back'
}

const liftedLines = {
  block:
    'A moderator has unblocked your account. You can sign in again. Cancelled sessions do not come back.',
  suspend: 'Your account is no longer suspended. You can sign in again. Cancelled sessions do not come back.',
  restrict: 'Your account is no longer restricted.',
  warn: 'The warning that we gave you is taken back, and counts no more.',
  // Where the person has written something else since, that stays.
  remove_content:
    'The removal of what you wrote here is taken back. It is shown again, unless something else stands in its place by now.',
} as const satisfies Record<SanctionKind, string>

const takenBackLines = {
  ...liftedLines,
  block: 'The block of your account is taken back.',
  suspend: 'A suspension of your account is taken back.',
  restrict: 'A restriction of your account is taken back.',
} as const satisfies Record<SanctionKind, string>

/** Who stays shut out is not let in, and who stays restricted is not free. */
function isFreedBy(kind: SanctionKind, standing: readonly ToldSanction[]): boolean {
  if (kind === 'block' || kind === 'suspend') return !isShutOut(standing)
  return !standing.some((one) => one.kind === kind)
}
export const isShutOut = (standing: readonly ToldSanction[]): boolean =>
  standing.some(({ kind }) => kind === 'block' || kind === 'suspend')

export const liftedLine = (kind: SanctionKind, standing: readonly ToldSanction[]): string =>
  (isFreedBy(kind, standing) ? liftedLines : takenBackLines)[kind]

const standingLines = {
  block: 'Your account stays blocked, by another decision.',
  suspend: 'By another decision your account is suspended until {until}. You cannot sign in until then.',
  restrict: 'By another decision your account is restricted until {until}.',
} as const

/** What another decision means, of which the person was told at the time. */
export const standingLine = ({ kind, until }: ToldSanction): string =>
  kind in standingLines
    ? standingLines[kind as keyof typeof standingLines].replace('{until}', `${until}`)
    : ''
