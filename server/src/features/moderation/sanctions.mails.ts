import {
  appealDays,
  type DecisionReason,
  decisionReasons,
  type SanctionKind,
} from '@marga/contract/case-states'
import type { MemberRole } from '@marga/contract/roles'
import type { MailContent } from '../../platform/mail/render.ts'
import {
  isShutOut,
  liftedLine,
  liftedSubject,
  sanctionLine,
  sanctionSubject,
  standingLine,
  type ToldSanction,
} from './sanctions.rules.ts'

type Sanctioned = {
  firstName: string
  role: MemberRole
  sanctions: readonly ToldSanction[]
  /** Null for what was decided without one. */
  reason: DecisionReason | null
  /** A moderator's words. */
  text: string
  appealUrl: string
  contact: string | null
}

/** To the person concerned, who may no longer look for themselves. Says nothing of who complained, if anyone did. */
export const sanctionMail = (of: Sanctioned): MailContent => ({
  subject: sanctionSubject(of.sanctions),
  preview: sanctionLine(of.sanctions[0]!, of.role),
  greeting: `Dear ${of.firstName},`,
  paragraphs: [
    ...of.sanctions.map((one) => sanctionLine(one, of.role)),
    ...(of.role === 'mentor' && of.sanctions.some(({ kind }) => kind === 'block')
      ? [
          'Your profile is no longer listed. Your mentees are told that you are not available, and their subscriptions end.',
        ]
      : []),
    ...(of.reason && of.reason !== 'other' ? [`The reason: ${decisionReasons[of.reason]}.`] : []),
    ...(of.text ? [of.text] : []),
    `If this is wrong, appeal within ${appealDays} days. A moderator reads it: another one than who decided, where there is one.`,
    ...(of.contact ? [`You can also write to ${of.contact}.`] : []),
  ],
  action: { label: 'Appeal', url: of.appealUrl },
})

type Ended = {
  firstName: string
  kinds: readonly SanctionKind[]
  text: string
  signInUrl: string
  /** What is in force still, or again. */
  standing: readonly ToldSanction[]
}

export const sanctionEndedMail = ({ firstName, kinds, text, signInUrl, standing }: Ended): MailContent => ({
  subject: liftedSubject(kinds, standing),
  preview: liftedLine(kinds[0]!, standing),
  greeting: `Dear ${firstName},`,
  paragraphs: [
    ...kinds.map((kind) => liftedLine(kind, standing)),
    ...standing.map(standingLine),
    ...(text ? [text] : []),
  ],
  ...(isShutOut(standing) ? {} : { action: { label: 'Sign in', url: signInUrl } }),
})
