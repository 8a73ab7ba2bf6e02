import type { MemberRole } from '@marga/contract/roles'
import type { DossierList, UserDossier } from '@marga/contract/user-dossiers'
import type { Database } from '../../platform/db/database.ts'
import { newestLists } from '../../platform/db/newest-lists.ts'
import { AppError } from '../../platform/errors.ts'
import type { People } from '../moderation/people.service.ts'
import type { Sanctions } from '../moderation/sanctions.service.ts'
import type { AttendedSessions } from './attended-sessions.service.ts'
import { nameOf, presentCase } from './cases.presenter.ts'
import { findCasesAbout, findNotesAbout } from './cases.queries.ts'
import type { Cases } from './cases.service.ts'
import { findStanding } from './user-dossiers.queries.ts'
import { dossierListMax, type UserHistories } from './user-history.service.ts'

type Deps = {
  db: Database
  cases: Cases
  attendedSessions: AttendedSessions
  people: People
  sanctions: Sanctions
  userHistories: UserHistories
}
type Moderator = { id: string }

/** Everything that moderators decide by about one person. */
export function createUserDossiers(deps: Deps) {
  return {
    /** @throws AppError not_found */
    async mentee(moderator: Moderator, id: string): Promise<UserDossier> {
      const person = await deps.people.mentee(id)
      if (!person) throw new AppError('not_found')
      const { standing, history } = await dossierOf(deps, moderator, 'mentee', id)
      return { person: { ...person, ...standing, role: 'mentee' }, ...history }
    },
    /** @throws AppError not_found */
    async mentor(moderator: Moderator, id: string): Promise<UserDossier> {
      const person = await deps.people.mentor(id)
      if (!person) throw new AppError('not_found')
      const { standing, isOnProbation, history } = await dossierOf(deps, moderator, 'mentor', id)
      return { person: { ...person, ...standing, isOnProbation, role: 'mentor' }, ...history }
    },
  }
}
export type UserDossiers = ReturnType<typeof createUserDossiers>

async function dossierOf(deps: Deps, moderator: Moderator, role: MemberRole, id: string) {
  const { db, cases, attendedSessions, userHistories } = deps
  const lists = newestLists<DossierList>()
  const { take, shortened } = lists
  const { bookings, ...known } = await userHistories.of(role, id, lists)
  const about = await take('cases', dossierListMax, (limit) => findCasesAbout(db.query, id, limit))
  const sanctions = await take('sanctions', dossierListMax, (limit) => deps.sanctions.of(db.query, id, limit))
  const notes = await take('notes', dossierListMax, (limit) => findNotesAbout(db.query, id, limit))
  const viewer = await cases.viewerOf(moderator)
  const { isRestricted, warnings, probationSince } = await findStanding(db.query, id)
  return {
    isOnProbation: probationSince !== null,
    standing: { isRestricted, warnings },
    history: {
      ...known,
      shortened,
      sessions: await attendedSessions.of(db.query, bookings),
      cases: about.map((row) => presentCase(row, viewer)),
      sanctions,
      notes: notes.map(({ at, firstName, lastName, text, caseId }) => ({
        at: at.toISOString(),
        who: nameOf(firstName, lastName),
        text,
        caseId,
      })),
    },
  }
}
