import type { Insertable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { CaseEvent } from '../../platform/db/types.generated.ts'

export const insertCaseEvent = (db: Db, event: Insertable<CaseEvent>) =>
  db.insertInto('caseEvent').values(event).execute()
