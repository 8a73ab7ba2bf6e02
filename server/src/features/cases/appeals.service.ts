import { caseDueHours } from '@marga/contract/case-states'
import { after, type Clock, hoursMs } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import { hashToken } from '../accounts/refresh-tokens.rules.ts'
import type { Sanctions } from '../moderation/sanctions.service.ts'
import type { ModerationNotifications } from '../moderators/moderation-notifications.service.ts'
import * as queries from './appeals.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  sanctions: Sanctions
  moderationNotifications: ModerationNotifications
}

/** Appeals against decisions, by the link of their mail: who is shut out cannot sign in. */
export function createAppeals(deps: Deps) {
  return {
    /** @throws AppError invalid_token */
    read: (token: string) => read(deps, token),
    /** @throws AppError invalid_token, already_appealed */
    raise: (token: string, text: string) => raise(deps, token, text),
  }
}
export type Appeals = ReturnType<typeof createAppeals>

/** @throws AppError invalid_token */
async function find({ db, clock }: Deps, token: string) {
  const appeal = await queries.findAppeal(db.query, hashToken(token))
  // One that was filed in time can be looked at afterwards.
  if (!appeal || (appeal.filedAt === null && appeal.expiresAt <= clock.now())) {
    throw new AppError('invalid_token', {
      message: 'This link is wrong, or the 14 days in which you could appeal are over.',
    })
  }
  return appeal
}

async function read(deps: Deps, token: string) {
  const appeal = await find(deps, token)
  const sanctions = await deps.sanctions.ofAppeal(deps.db.query, appeal.id)
  return {
    sanctions: sanctions.map(({ kind, endsAt, endedAt, isReplaced }) => ({
      kind,
      endsAt,
      isActive: endedAt === null,
      isReplaced,
    })),
    reason: sanctions[0]?.reason ?? null,
    text: sanctions[0]?.text ?? '',
    decidedAt: appeal.createdAt.toISOString(),
    until: appeal.expiresAt.toISOString(),
    appealedAt: appeal.filedAt?.toISOString() ?? null,
    outcome: appeal.filedAt ? (appeal.outcome ?? ('open' as const)) : null,
  }
}

async function raise(deps: Deps, token: string, text: string) {
  const { db, clock, moderationNotifications } = deps
  const { id, accountId } = await find(deps, token)
  const now = clock.now()
  await db.transact(async (tx) => {
    if (!(await queries.fileAppeal(tx, { id, text, filedAt: now }))) throw new AppError('already_appealed')
    const dueAt = after(now, hoursMs(caseDueHours.appeal))
    await queries.insertCaseOfAppeal(tx, { id, subjectId: accountId, createdAt: now, dueAt })
    const name = fullName(await queries.findName(tx, accountId))
    await moderationNotifications.newCase(tx, {
      kind: 'appeal',
      title: `${name} appeals against a decision`,
      what: `${name} appeals against a decision of the moderators. Another one than who decided it is to read the appeal, where there is one.`,
      path: `/moderator/cases/${id}`,
    })
  })
}
