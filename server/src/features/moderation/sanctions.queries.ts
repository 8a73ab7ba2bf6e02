import type { SanctionKind } from '@marga/contract/case-states'
import type { MemberRole } from '@marga/contract/roles'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Appeal as AppealTable, Sanction as SanctionTable } from '../../platform/db/types.generated.ts'

type PersonOf = { role: MemberRole; accountId: string }

export const lockPerson = (db: Db, { role, accountId }: PersonOf) =>
  db
    .selectFrom('account')
    .select(['id', 'isBlocked'])
    .where('id', '=', accountId)
    .where('role', '=', role)
    .where('deletedAt', 'is', null)
    // Not more: what others are writing about this account must be able to end before its sessions do.
    .forNoKeyUpdate()
    .executeTakeFirst()

export const insertAppeal = (db: Db, appeal: Insertable<AppealTable>) =>
  db.insertInto('appeal').values(appeal).execute()

export const insertSanction = (db: Db, sanction: Insertable<SanctionTable>) =>
  db.insertInto('sanction').values(sanction).execute()

/** What is in force against somebody, of these kinds. */
export const findActive = (db: Db, accountId: string, kinds: readonly SanctionKind[]) =>
  db
    .selectFrom('sanction')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('kind', 'in', kinds)
    .where('endedAt', 'is', null)
    .orderBy('startedAt')
    .execute()

/** With both people, and how it was appealed. */
const sanctions = (db: Db) =>
  db
    .selectFrom('sanction')
    .innerJoin('account as person', 'person.id', 'sanction.accountId')
    .leftJoin('account as moderator', 'moderator.id', 'sanction.moderatorId')
    .leftJoin('account as lifter', 'lifter.id', 'sanction.liftedBy')
    .leftJoin('appeal', 'appeal.id', 'sanction.appealId')
    .selectAll('sanction')
    .select([
      'person.role',
      'person.firstName',
      'person.lastName',
      'person.profileImageUrl',
      'moderator.firstName as moderatorFirstName',
      'moderator.lastName as moderatorLastName',
      'lifter.firstName as lifterFirstName',
      'lifter.lastName as lifterLastName',
      'appeal.filedAt',
      'appeal.outcome as appealOutcome',
    ])
export type SanctionRow = Awaited<ReturnType<ReturnType<typeof sanctions>['executeTakeFirstOrThrow']>>

export const findSanction = (db: Db, id: string) =>
  sanctions(db).where('sanction.id', '=', id).executeTakeFirst()

/** Newest first. */
export const findSanctionsOf = (db: Db, accountId: string, limit: number) =>
  sanctions(db)
    .where('sanction.accountId', '=', accountId)
    .orderBy('sanction.startedAt', 'desc')
    .orderBy('sanction.id')
    .limit(limit)
    .execute()

export const findSanctionsOfAppeal = (db: Db, appealId: string) =>
  sanctions(db).where('sanction.appealId', '=', appealId).orderBy('sanction.id').execute()

/** Who imposed the block that is in force, and when. */
export const findBlocker = (db: Db, accountId: string) =>
  db
    .selectFrom('sanction')
    .leftJoin('account as moderator', 'moderator.id', 'sanction.moderatorId')
    .select(['moderator.firstName', 'moderator.lastName', 'sanction.startedAt as createdAt'])
    .where('accountId', '=', accountId)
    .where('kind', '=', 'block')
    .where('endedAt', 'is', null)
    .executeTakeFirst()

/**
 * Who ended last what had shut somebody out, in whichever way, and when. @returns undefined where it ended by itself, or
 * nothing ever did
 */
export async function findWhoLetIn(db: Db, accountId: string) {
  const last = await db
    .selectFrom('sanction')
    .leftJoin('account as lifter', 'lifter.id', 'sanction.liftedBy')
    .select(['lifter.firstName', 'lifter.lastName', 'liftedBy'])
    .select(sql<Date>`sanction.ended_at`.as('createdAt'))
    .where('accountId', '=', accountId)
    .where('kind', 'in', ['suspend', 'block'])
    .where('endedAt', 'is not', null)
    .where('replacedBy', 'is', null)
    .orderBy('endedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.liftedBy ? last : undefined
}

export type Lifting = { liftedBy: string; liftText?: string }
type End = { endedAt: Date } & (Partial<Lifting> | { replacedBy: string })

/** Of those who would end it at the same time, one does. @returns undefined when it had ended */
export const endSanction = (db: Db, id: string, end: End) =>
  db
    .updateTable('sanction')
    .set(end)
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Of what was replaced; it had ended then. @returns undefined where it was not replaced, or lifted before */
export const liftReplaced = (db: Db, id: string, lifting: Lifting) =>
  db
    .updateTable('sanction')
    .set(lifting)
    .where('id', '=', id)
    .where('replacedBy', 'is not', null)
    .where('liftedBy', 'is', null)
    .returning('id')
    .executeTakeFirst()

export const liftAllReplacedBy = (db: Db, ids: readonly string[], liftedBy: string) =>
  db
    .updateTable('sanction')
    .set({ liftedBy })
    .where('replacedBy', 'in', ids)
    .where('liftedBy', 'is', null)
    .returning('id')
    .execute()

/** What another had taken the place of is in force again, unless its own time is over or it was lifted since. */
export const reviveReplacedBy = (db: Db, id: string, now: Date) =>
  db
    .updateTable('sanction')
    .set({ endedAt: null, replacedBy: null })
    .where('replacedBy', '=', id)
    .where('liftedBy', 'is', null)
    .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', now)]))
    .execute()

export const passReplacedOn = (db: Db, from: string, to: string) =>
  db.updateTable('sanction').set({ replacedBy: to }).where('replacedBy', '=', from).execute()

export const findStandingReplacedBy = (db: Db, id: string) =>
  db
    .selectFrom('sanction')
    .select('endsAt')
    .where('replacedBy', '=', id)
    .where('liftedBy', 'is', null)
    .execute()

export const setEnd = (db: Db, id: string, endsAt: Date) =>
  db.updateTable('sanction').set({ endsAt }).where('id', '=', id).execute()

export const findDue = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('sanction')
    .innerJoin('account', 'account.id', 'sanction.accountId')
    .select(['sanction.id', 'sanction.accountId', 'account.role'])
    .$narrowType<{ role: MemberRole }>()
    .where('endedAt', 'is', null)
    .where('endsAt', '<=', now)
    .orderBy('endsAt')
    .limit(limit)
    .execute()

export type DueSanction = Awaited<ReturnType<typeof findDue>>[number]

export const findNextEnd = async (db: Db): Promise<Date | null> =>
  (
    await db
      .selectFrom('sanction')
      .select(({ fn }) => fn.min('endsAt').as('next'))
      .where('endedAt', 'is', null)
      .where('endsAt', 'is not', null)
      .executeTakeFirstOrThrow()
  ).next
