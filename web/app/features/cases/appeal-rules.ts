import type { SanctionKind } from '@marga/contract/case-states'
import { formatDate } from '../../lib/dates.ts'

/** What was decided, to the person it concerns. */
const sanctionSentences: Record<SanctionKind, (until: string | null) => string> = {
  warn: () => 'You got a warning.',
  restrict: (until) => `Your account is restricted${until ? ` until ${until}` : ''}.`,
  suspend: (until) => `Your account is suspended${until ? ` until ${until}` : ''}.`,
  block: () => 'Your account is blocked.',
  remove_content: () => 'Something that you wrote was removed.',
}

const sanctionSentence = ({ kind, endsAt }: { kind: SanctionKind; endsAt: string | null }): string =>
  sanctionSentences[kind](endsAt && formatDate(endsAt))

type Appealed = { kind: SanctionKind; endsAt: string | null; isActive: boolean; isReplaced: boolean }

/** The same, and what has become of it: one whose place a later one has taken may still stand again. */
export function appealedSentence({ isActive, isReplaced, ...sanction }: Appealed): string {
  const sentence = sanctionSentence(sanction)
  if (isActive || sanction.kind === 'warn') return sentence
  return `${sentence} ${isReplaced ? 'A later decision stands in its place.' : 'This is over.'}`
}
