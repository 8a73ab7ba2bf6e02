import type { MovableStage } from '@marga/contract/vetting'

/** As moderators read it in a case and in the log. */
export const stageNames = {
  in_review: 'In review',
  info_wanted: 'Information wanted',
  interview: 'Interview',
} as const satisfies Record<MovableStage, string>

/** Nobody is asked for something without being told what. */
export const needsText = (stage: MovableStage): boolean => stage !== 'in_review'
