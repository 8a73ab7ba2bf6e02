import type { SessionCase } from '@marga/contract/session-credit-cases'
import type { Tx } from '../../platform/db/database.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { SessionCredits } from '../session-credits/session-credits.service.ts'
import type { CallChange } from './call-texts.rules.ts'
import * as queries from './contests.queries.ts'
import { type CorrectedOutcome, correctedOutcomes, upheld } from './contests.rules.ts'

type Deps = { sessionCredits: SessionCredits }
type Payer = Awaited<ReturnType<Enrollments['lockPayer']>>

/** What a contest changes of its session and its credit. The caller has the lock of the enrollment that paid. */
export function createContestOutcomes(deps: Deps) {
  return {
    /** Whoever contested is right. */
    uphold: (tx: Tx, row: queries.ContestRow, payer: Payer) => uphold(deps, tx, row, payer),
    /** The mentee gets the credit back, whoever contested. */
    giveBack: (tx: Tx, row: queries.ContestRow, payer: Payer) => giveBack(deps, tx, row, payer),
    /** What happened in a session, as a moderator finds it. */
    correct: (tx: Tx, slotId: string, outcome: CorrectedOutcome, payer: Payer) =>
      correct(deps, tx, slotId, outcome, payer),
    /** Of any session. */
    returnCredit: (tx: Tx, slotId: string, payer: Payer) =>
      correctCall(deps, tx, { slotId }, payer, 'given_by_moderator'),
  }
}
export type ContestOutcomes = ReturnType<typeof createContestOutcomes>

async function uphold(deps: Deps, tx: Tx, row: queries.ContestRow, payer: Payer) {
  const { outcome, case: of } = upheld[row.raisedBy]
  await queries.correctSession(tx, row.slotId, outcome)
  return correctCall(deps, tx, row, payer, of)
}

async function correct(deps: Deps, tx: Tx, slotId: string, of: CorrectedOutcome, payer: Payer) {
  await queries.correctSession(tx, slotId, correctedOutcomes[of])
  return correctCall(deps, tx, { slotId }, payer, of)
}

async function giveBack(deps: Deps, tx: Tx, row: queries.ContestRow, payer: Payer) {
  if (row.raisedBy === 'mentee') await queries.correctSession(tx, row.slotId, upheld.mentee.outcome)
  return correctCall(deps, tx, row, payer, 'given_by_moderator')
}

/** @returns undefined of a session that no credit paid for */
async function correctCall(
  { sessionCredits }: Deps,
  tx: Tx,
  { slotId }: { slotId: string },
  payer: Payer,
  of: SessionCase,
): Promise<CallChange | undefined> {
  const credit = payer && (await sessionCredits.lastOfSlot(tx, { enrollmentId: payer.id, slotId }))
  if (!credit) return undefined
  // Freed after this session and spent on another one: what that one used stays used.
  const isSpentElsewhere = credit.status === 'spent' && credit.slotId !== slotId
  const outcome = isSpentElsewhere
    ? undefined
    : await sessionCredits.correct(tx, { creditId: credit.id, slotId }, of, payer)
  if (outcome) return { outcome }
  const balance = payer.status === 'ended' ? null : await sessionCredits.balance(tx, payer)
  return { outcome: null, status: credit.status, balance }
}
