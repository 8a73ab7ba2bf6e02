import type { CaseKind, CaseStatus } from '@marga/contract/case-states'
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '../../platform/db/database.ts'
import type { DB } from '../../platform/db/types.generated.ts'
import { isBlockedForGood } from '../accounts/sanction-fragments.queries.ts'

/** Who proposed or confirmed what led to the sanctions that are appealed. */
const appealedDeciders = ({ selectFrom }: ExpressionBuilder<DB, 'moderationCase'>) =>
  selectFrom('sanction')
    .innerJoin('moderationCase as appealedCase', 'appealedCase.id', 'sanction.caseId')
    .select(sql<string[]>`array_remove(array_agg(decided_by) || array_agg(confirmed_by), null)`.as('ids'))
    .whereRef('sanction.appealId', '=', 'moderationCase.appealId')
    .as('appealedCaseDeciderIds')

/** Moderators with the address of one of its people: of an appeal also of who raised what is appealed. */
const involvedModerators = sql<string[] | null>`(
  select array_agg(moderator.id)
    from (
      select moderation_case.subject_id as id
      union all select moderation_case.raiser_id
      union all select appealed.raiser_id
        from sanction join moderation_case as appealed on appealed.id = sanction.case_id
        where sanction.appeal_id = moderation_case.appeal_id
    ) as person
    join account as involved on involved.id = person.id
    join account as moderator
      on moderator.role = 'moderator' and lower(moderator.email) = lower(involved.email))`

/** Cases with the people in them, and what their subject is made of. */
const cases = (db: Db) =>
  db
    .selectFrom('moderationCase')
    .innerJoin('account as subject', 'subject.id', 'moderationCase.subjectId')
    .leftJoin('account as raiser', 'raiser.id', 'moderationCase.raiserId')
    .leftJoin('account as claimer', 'claimer.id', 'moderationCase.claimedBy')
    .leftJoin('account as decider', 'decider.id', 'moderationCase.decidedBy')
    .leftJoin('account as proposer', 'proposer.id', 'moderationCase.proposedBy')
    .leftJoin('ticket', 'ticket.id', 'moderationCase.ticketId')
    .leftJoin('application', 'application.id', 'moderationCase.applicationId')
    .leftJoin('appeal', 'appeal.id', 'moderationCase.appealId')
    .selectAll('moderationCase')
    .select([
      'subject.role as subjectRole',
      'subject.firstName as subjectFirstName',
      'subject.lastName as subjectLastName',
      'subject.profileImageUrl as subjectImage',
      'subject.deletedAt as subjectDeletedAt',
      'raiser.role as raiserRole',
      'raiser.firstName as raiserFirstName',
      'raiser.lastName as raiserLastName',
      'raiser.profileImageUrl as raiserImage',
      'raiser.deletedAt as raiserDeletedAt',
      'claimer.firstName as claimerFirstName',
      'claimer.lastName as claimerLastName',
      'decider.firstName as deciderFirstName',
      'decider.lastName as deciderLastName',
      'proposer.firstName as proposerFirstName',
      'proposer.lastName as proposerLastName',
      'ticket.subject as ticketSubject',
      'ticket.status as ticketStatus',
      'ticket.context',
      'application.stage',
      'application.status as applicationStatus',
      'application.acceptedOnProbation',
      'appeal.decidedBy as appealedDeciderId',
    ])
    .select([
      isBlockedForGood('subject.id').as('isSubjectBlocked'),
      isBlockedForGood('raiser.id').as('isRaiserBlocked'),
    ])
    .select(appealedDeciders)
    .select(involvedModerators.as('involvedModeratorIds'))
    // A line of a list needs no more of it.
    .select(sql<string | null>`left(ticket.content, 120)`.as('ticketContent'))
export type CaseRow = Awaited<ReturnType<ReturnType<typeof cases>['executeTakeFirstOrThrow']>>

export const findCase = (db: Db, id: string) =>
  cases(db).where('moderationCase.id', '=', id).executeTakeFirst()

export type CaseFilter = {
  kind?: CaseKind | undefined
  status: CaseStatus
  /** Claimed by this moderator. */
  claimedBy?: string | undefined
  search?: string | undefined
  now: Date
}

/** Of names, emails and subjects: each word begins one of theirs. Undefined of what has no word in it. */
function wordsOf(search: string): RawBuilder<unknown> | undefined {
  const words = search.toLowerCase().match(/[\p{L}\p{N}]+/gu)
  return words ? sql`to_tsquery('simple', ${words.map((word) => `${word}:*`).join(' & ')})` : undefined
}

/** The expressions are those of the indexes account_words and ticket_subject_words. */
const matches = (words: RawBuilder<unknown>) => sql<boolean>`(
  moderation_case.subject_id in (${peopleWith(words)}) or moderation_case.raiser_id in (${peopleWith(words)})
  or moderation_case.ticket_id in (
    select id from ticket where to_tsvector('simple', subject) @@ ${words}))`

const peopleWith = (words: RawBuilder<unknown>) => sql`select id from account
  where to_tsvector('simple', translate(first_name || ' ' || last_name || ' ' || email, '@._+-', '     ')) @@ ${words}`

export function casesOf(db: Db, { kind, status, claimedBy, search, now }: CaseFilter) {
  const words = search ? wordsOf(search) : undefined
  return (
    cases(db)
      // Written out: the partial indexes are found by it.
      .where(
        status === 'open'
          ? sql<boolean>`moderation_case.status = 'open'`
          : sql<boolean>`moderation_case.status = 'decided'`,
      )
      .$if(kind !== undefined, (query) => query.where('moderationCase.kind', '=', kind!))
      .$if(claimedBy !== undefined, (query) =>
        status === 'open'
          ? query.where('claimedBy', '=', claimedBy!).where('claimedUntil', '>', now)
          : query.where('moderationCase.decidedBy', '=', claimedBy!),
      )
      .$if(Boolean(search), (query) =>
        isUuid(search)
          ? query.where('moderationCase.id', '=', search!)
          : query.where(words ? matches(words) : sql<boolean>`false`),
      )
  )
}

/** Open ones by kind, with how many are overdue. */
export const countOpen = (db: Db, now: Date) =>
  db
    .selectFrom('moderationCase')
    .select('kind')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .select(sql<number>`count(*) filter (where due_at < ${now})`.as('overdue'))
    .where(sql<boolean>`moderation_case.status = 'open'`)
    .groupBy('kind')
    .execute()

/** Those somebody is in, on either side, newest first. */
export const findCasesAbout = (db: Db, accountId: string, limit: number) =>
  cases(db)
    .where(({ or, eb }) =>
      or([eb('moderationCase.subjectId', '=', accountId), eb('moderationCase.raiserId', '=', accountId)]),
    )
    .orderBy('moderationCase.createdAt', 'desc')
    .orderBy('moderationCase.id')
    .limit(limit)
    .execute()

/** The others about the same person, newest first. */
export const findEarlier = (db: Db, { id, subjectId }: { id: string; subjectId: string }, limit: number) =>
  cases(db)
    .where('moderationCase.subjectId', '=', subjectId)
    .where('moderationCase.id', '!=', id)
    .orderBy('moderationCase.createdAt', 'desc')
    .limit(limit)
    .execute()

export const lockCase = (db: Db, id: string) =>
  db.selectFrom('moderationCase').select('id').where('id', '=', id).forUpdate().execute()

type Claim = { moderatorId: string; now: Date; until: Date }

/** Nobody has it, or had it too long ago, or it is one's own. @returns undefined when another has it, or it is decided */
export const claimCase = (db: Db, id: string, { moderatorId, now, until }: Claim) =>
  db
    .updateTable('moderationCase')
    .set({ claimedBy: moderatorId, claimedUntil: until })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where(({ or, eb }) =>
      or([eb('claimedBy', 'is', null), eb('claimedBy', '=', moderatorId), eb('claimedUntil', '<=', now)]),
    )
    .returning('id')
    .executeTakeFirst()

/** @returns undefined when another has it */
export const releaseCase = (db: Db, id: string, { moderatorId, now }: Omit<Claim, 'until'>) =>
  db
    .updateTable('moderationCase')
    .set({ claimedBy: null, claimedUntil: null })
    .where('id', '=', id)
    .where(({ or, eb }) =>
      or([eb('claimedBy', 'is', null), eb('claimedBy', '=', moderatorId), eb('claimedUntil', '<=', now)]),
    )
    .returning('id')
    .executeTakeFirst()

const events = (db: Db) =>
  db
    .selectFrom('caseEvent')
    .leftJoin('account as moderator', 'moderator.id', 'caseEvent.moderatorId')
    .selectAll('caseEvent')
    .select(['moderator.firstName', 'moderator.lastName'])
export type EventRow = Awaited<ReturnType<ReturnType<typeof events>['executeTakeFirstOrThrow']>>

/** Newest first. */
export const findEvents = (db: Db, caseId: string, limit: number) =>
  events(db)
    .where('caseId', '=', caseId)
    .orderBy('at', 'desc')
    .orderBy('caseEvent.id', 'desc')
    .limit(limit)
    .execute()

/** What moderators noted in cases that somebody is in, newest first. */
export const findNotesAbout = (db: Db, accountId: string, limit: number) =>
  events(db)
    .innerJoin('moderationCase', 'moderationCase.id', 'caseEvent.caseId')
    .where(({ or, eb }) =>
      or([eb('moderationCase.subjectId', '=', accountId), eb('moderationCase.raiserId', '=', accountId)]),
    )
    .where('caseEvent.what', '=', 'note')
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
