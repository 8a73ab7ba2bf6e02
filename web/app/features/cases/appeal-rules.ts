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

export const sanctionSentence = ({ kind, endsAt }: { kind: SanctionKind; endsAt: string | null }): string =>
  sanctionSentences[kind](endsAt && formatDate(endsAt))
