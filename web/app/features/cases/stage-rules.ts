import type { ApplicationStage } from '@marga/contract/vetting'

export const stageNames: Record<ApplicationStage, string> = {
  received: 'Received',
  in_review: 'In review',
  info_wanted: 'Waiting for information',
  interview: 'Conversation',
  accepted: 'Accepted',
  accepted_on_probation: 'Accepted on probation',
  rejected: 'Refused',
}

type Move = { to: 'in_review' | 'info_wanted' | 'interview'; label: string }

const moves: readonly Move[] = [
  { to: 'info_wanted', label: 'Ask for information' },
  { to: 'interview', label: 'Invite to a conversation' },
  { to: 'in_review', label: 'Put in review' },
]

/** Where an application can be moved without deciding it. More can be asked for while an answer is awaited. */
export const movesFrom = (stage: ApplicationStage): readonly Move[] =>
  moves.filter(({ to }) => to !== 'in_review' || stage !== 'in_review')
