import { type DecisionReason, decisionReasons } from '@marga/contract/case-states'
import type { Sanction } from '@marga/contract/sanctions'
import type { Slot } from '@marga/contract/slots'
import type { UserDossier } from '@marga/contract/user-dossiers'
import { formatDate } from '../../lib/dates.ts'
import { pluralize } from '../../lib/pluralize.ts'

/** Whether a list has more than came, which are the newest. */
export const isShortened = <List>(
  { shortened }: { shortened?: readonly List[] | undefined },
  list: List,
): boolean => shortened?.includes(list) ?? false

type Tone = 'neutral' | 'accent' | 'positive' | 'danger'

type Recorded = Pick<Slot, 'status' | 'missedBy' | 'couldNotGoOn'>

/** What was recorded of a session. */
export function sessionText({ status, missedBy, couldNotGoOn }: Recorded): string {
  if (couldNotGoOn) return 'Could not go on'
  if (status === 'missed' && missedBy) return `Missed by ${missedBy === 'both' ? 'both' : `the ${missedBy}`}`
  return status.charAt(0).toUpperCase() + status.slice(1)
}

export const sessionTone = ({ status }: Pick<Slot, 'status'>): Tone =>
  status === 'missed' ? 'danger' : status === 'completed' ? 'positive' : 'neutral'

/** What has become of it; nothing of a warning that counts, which is said once and over. */
export function sanctionStatus({
  kind,
  isActive,
  isReplaced,
  canBeLifted,
}: Pick<Sanction, 'kind' | 'isActive' | 'isReplaced' | 'canBeLifted'>):
  | { label: string; tone: Tone }
  | undefined {
  if (isActive) return { label: 'In force', tone: 'danger' }
  if (isReplaced) return { label: 'Replaced by a later one', tone: 'neutral' }
  return kind === 'warn' && canBeLifted ? undefined : { label: 'Over', tone: 'neutral' }
}

/** What lifting it does, said before it is done. */
export function liftMeaning({ kind, isReplaced, person: { firstName } }: Sanction): string {
  if (kind === 'warn') return `It no longer counts, and ${firstName} is told.`
  if (isReplaced)
    return `The later one that stands in its place goes on by its own days, and ${firstName} is told.`
  return `It ends now, and ${firstName} is told. Cancelled sessions and ended subscriptions do not come back.`
}

/** Until when, since when, or that it is over. */
export function sanctionPeriod({ startedAt, endsAt, endedAt, kind, isActive }: Sanction): string {
  const since = formatDate(startedAt)
  if (endedAt) return `${since}, ended ${formatDate(endedAt)}`
  if (isActive && endsAt) return `${since}, until ${formatDate(endsAt)}`
  return kind === 'warn' ? since : `Since ${since}`
}

export const reasonText = (reason: DecisionReason | null): string =>
  reason ? decisionReasons[reason] : 'Decided before there were reasons'

type Standing = Pick<UserDossier['person'], 'isBlocked' | 'isRestricted' | 'suspendedUntil' | 'warnings'> & {
  isOnProbation?: boolean
}

/** How somebody stands here, the gravest first; "Active" where there is nothing to say. */
export function personStatus(person: Standing): { label: string; tone: Tone }[] {
  const marks: { label: string; tone: Tone }[] = []
  if (person.suspendedUntil)
    marks.push({ label: `Suspended until ${formatDate(person.suspendedUntil)}`, tone: 'danger' })
  else if (person.isBlocked) marks.push({ label: 'Blocked', tone: 'danger' })
  if (person.isRestricted) marks.push({ label: 'Restricted', tone: 'danger' })
  if (person.isOnProbation) marks.push({ label: 'On probation', tone: 'accent' })
  if (person.warnings > 0) marks.push({ label: pluralize(person.warnings, 'warning'), tone: 'accent' })
  return marks.length > 0 ? marks : [{ label: 'Active', tone: 'positive' }]
}
