import { probationMentees } from '@marga/contract/vetting'

/** What has happened since probation began. */
export type Probation = {
  /** Different people who had a completed session. */
  mentees: number
  /** About the mentor, other than applications. */
  openCases: number
  /** Those that were lifted again were wrong, and do not count. */
  sanctions: number
}

/** By itself, after the first mentees without a case. */
export const isProbationOver = ({ mentees, openCases, sanctions }: Probation): boolean =>
  mentees >= probationMentees && openCases === 0 && sanctions === 0
