import { AppError } from '../../platform/errors.ts'
import { ownAccount } from '../moderators/decisions.rules.ts'
import type { CaseRow } from './cases.queries.ts'

/** Who looks, and whether another moderator could decide what is not theirs to decide. */
export type Viewer = { id: string; othersHere: readonly string[]; now: Date }

/** One of its people has the address of who looks. */
export const concerns = (row: CaseRow, { id }: Pick<Viewer, 'id'>): boolean =>
  row.involvedModeratorIds?.includes(id) ?? false

/**
 * Who is one of its people leaves it to anybody who is not; who decided, proposed or confirmed what is appealed leaves it
 * to somebody who did not. Only those who are here, and are none of its people, are waited for: else nobody could decide.
 */
export function isOthersToDecide(row: CaseRow, viewer: Viewer): boolean {
  const { id } = viewer
  const others = viewer.othersHere.filter((other) => !concerns(row, { id: other }))
  if (concerns(row, viewer)) return others.length > 0
  const hadPart = [row.appealedDeciderId, ...(row.appealedCaseDeciderIds ?? [])]
  if (!hadPart.includes(id)) return false
  if (others.some((other) => !hadPart.includes(other))) return true
  // Where all who are here had a part in it, at least not who had the last word.
  return row.appealedDeciderId === id && others.length > 0
}

/** @returns the refusal of who leaves it to another moderator */
export function othersToDecide(row: CaseRow, viewer: Viewer): AppError | undefined {
  if (!isOthersToDecide(row, viewer)) return undefined
  if (concerns(row, viewer)) return ownAccount()
  return new AppError('forbidden', {
    message: 'You decided what is appealed here. Another moderator decides the appeal.',
  })
}
