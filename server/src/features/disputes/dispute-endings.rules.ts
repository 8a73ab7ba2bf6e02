/** Why a dispute ended that nobody decided, as it is written down where else a moderator's reason stands. */
export const endings = {
  menteeLeft: 'The mentee deleted the account.',
  mentorLeft: 'The mentor deleted the account.',
  over: 'The subscription is over for another reason.',
} as const

const undecided = new Set<string>(Object.values(endings))

/** What of a written decision is a moderator's, and what only says why there was none. */
export const readDecision = (written: string | null) =>
  written !== null && undecided.has(written)
    ? { decision: null, closedBecause: written }
    : { decision: written, closedBecause: null }
