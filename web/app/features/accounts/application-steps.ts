import type { api } from '@marga/contract/api'
import type { ResponseOf } from '@marga/contract/endpoint'
import { probationMentees } from '@marga/contract/vetting-states'
import { formatDate, formatTime } from '../../lib/dates.ts'

export type Application = ResponseOf<typeof api.mentors.applicationStatus>['application']
export type Step = { label: string; text: string; state: 'done' | 'now' | 'ahead' }

const at = (time: string) => `${formatDate(time)} at ${formatTime(time)}`

const decisions = {
  accepted: 'Accepted',
  accepted_on_probation: 'Accepted, on probation',
  rejected: 'Not accepted this time',
} as const

const probation = `Probation ends automatically once you have had sessions with ${probationMentees} different mentees, unless a case about you is open or you have had a warning or another sanction that was not lifted.`

/** The way of an application: what is behind it, where it stands, and what comes. */
export function stepsOf({ stage, submittedAt, decidedAt, isEmailVerified }: Application): Step[] {
  const isDecided = stage === 'accepted' || stage === 'accepted_on_probation' || stage === 'rejected'
  const isAsked = stage === 'info_wanted' || stage === 'interview'
  // Until somebody has opened it, it is only received.
  const received: Step = {
    label: 'Received',
    text: at(submittedAt),
    state: stage === 'received' ? 'now' : 'done',
  }
  const review: Step = {
    label: 'In review',
    text: 'A person reads every application, in the order they arrive.',
    state: stage === 'received' ? 'ahead' : isDecided || isAsked ? 'done' : 'now',
  }
  const asked: Step[] =
    stage === 'info_wanted'
      ? [{ label: 'We have a question', text: 'Please answer below. Then we read on.', state: 'now' }]
      : stage === 'interview'
        ? [{ label: 'Interview', text: 'We would like to talk to you. See below.', state: 'now' }]
        : []
  const decision: Step = isDecided
    ? {
        label: decisions[stage],
        text: [decidedAt ? `${at(decidedAt)}.` : '', stage === 'accepted_on_probation' ? probation : '']
          .join(' ')
          .trim(),
        state: 'now',
      }
    : { label: 'Decision', text: isEmailVerified ? 'We email you.' : 'You will see it here.', state: 'ahead' }
  return [received, review, ...asked, decision]
}
