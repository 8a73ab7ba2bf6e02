import type { LoginSession } from '@marga/contract/login-sessions'
import type { Actor } from '../../platform/actor.ts'

type LoginSessionRow = { id: string; device: string; createdAt: Date; lastSeenAt: Date }

export const presentLoginSession = (row: LoginSessionRow, { sessionId }: Actor): LoginSession => ({
  _id: row.id,
  device: row.device,
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
  isCurrent: row.id === sessionId,
})
