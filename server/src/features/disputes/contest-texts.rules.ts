import type { MemberRole } from '@marga/contract/roles'
import { otherSide } from './contests.rules.ts'

/**
 * How a contest ended. `not_answered`: the mentor was silent, which counts as agreed. `mentor_left`: the mentor deleted
 * the account. `returned`, `corrected` and `refused` are a moderator's; `withdrawn`: whoever it was about, or for, has left.
 */
export type ContestResult =
  | 'agreed'
  | 'not_answered'
  | 'mentor_left'
  | 'returned'
  | 'corrected'
  | 'refused'
  | 'withdrawn'

/** As one of the two reads it: the other's first name, and when the session was. */
type Read = { reader: MemberRole; raisedBy: MemberRole; other: string; when: string }

const sessionOf = ({ other, when }: Read) => `your session with ${other} on ${when}`

/** Whoever contested is right: how the session counts now. */
function correctedText(of: Read): string {
  if (of.raisedBy === 'mentor') return `${sessionOf(of)} now counts as completed.`
  return of.reader === 'mentor'
    ? `${sessionOf(of)} now counts as missed by you.`
    : `your session on ${of.when} now counts as missed by ${of.other}.`
}

export function contestResultText(result: ContestResult, of: Read): string {
  const isAnswering = of.reader === otherSide(of.raisedBy)
  switch (result) {
    case 'agreed':
      return `${isAnswering ? 'You' : of.other} agreed: ${correctedText(of)}`
    case 'not_answered':
      return `${isAnswering ? 'You' : of.other} did not answer in time: ${correctedText(of)}`
    case 'mentor_left':
      return `Your mentor deleted their account: your session on ${of.when} now counts as missed by them.`
    case 'returned':
      return of.raisedBy === 'mentee'
        ? `A moderator has decided: ${correctedText(of)}`
        : `A moderator has decided: what was recorded of ${sessionOf(of)} stays.`
    case 'corrected':
      return `A moderator has decided: what was recorded of ${sessionOf(of)} is corrected.`
    case 'refused':
      return `A moderator has decided: what was recorded of ${sessionOf(of)} stays.`
    case 'withdrawn':
      return `What was recorded of your session on ${of.when} stays, because the other person deleted their account.`
  }
}

export const contestRaisedText = ({ other, when }: Read): string =>
  `${other} says that your session on ${when} was recorded wrongly.`

/** What comes of silence. */
export const silenceText = ({ reader }: Pick<Read, 'reader'>, until: string): string =>
  reader === 'mentor'
    ? `Please answer by ${until}. If you do not, it counts as agreed.`
    : `Please answer by ${until}. If you do not, a moderator decides.`

export const contestWithModeratorText = (of: Read): string =>
  `A moderator will decide about ${sessionOf(of)}, and tell you both.`
