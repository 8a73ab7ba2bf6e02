import type { LateAnswer, WaitingQuestion } from '@marga/contract/response-times'
import { presentPerson } from '../accounts/accounts.presenter.ts'
import type { findWaiting, LateQuestion } from './response-figures.queries.ts'

type WaitingRow = Awaited<ReturnType<typeof findWaiting>>[number]

export const presentLate = (row: LateQuestion): LateAnswer => ({
  conversationId: row.conversationId,
  menteeId: menteeOf(row),
  since: row.since.toISOString(),
  answeredAt: row.answeredAt?.toISOString() ?? null,
})

export const presentWaitingQuestion = (row: WaitingRow, now: Date): WaitingQuestion => ({
  conversationId: row.conversationId,
  menteeId: menteeOf(row),
  since: row.since.toISOString(),
  dueAt: row.dueAt?.toISOString() ?? null,
  isLate: row.dueAt !== null && row.dueAt <= now,
  standstill: row.standstill,
})

const menteeOf = ({ menteeId, firstName, lastName, profileImageUrl }: WaitingRow | LateQuestion) =>
  presentPerson({ id: menteeId, firstName, lastName, profileImageUrl })
