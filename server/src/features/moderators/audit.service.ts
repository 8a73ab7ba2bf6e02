import { type AuditAction, auditExportMax } from '@marga/contract/moderation'
import { after, type Clock, minutesMs, type NewId } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Cursors, PageInput } from '../../platform/db/paging.ts'
import { presentAuditEntry } from './audit.presenter.ts'
import * as queries from './audit.queries.ts'
import { auditCsv } from './audit-csv.rules.ts'

export type { AuditAction }

const noteMax = 2000
/** Within it a moderator who looks again looks still. */
const lookMinutes = 30

type NewEntry = {
  moderatorId: string
  action: AuditAction
  subjectId: string
  note?: string | undefined
}
type Deps = { db: Database; clock: Clock; newId: NewId; cursors: Cursors }

/** The append-only record of what moderators did; written in the transaction of the act. */
export function createAudit(deps: Deps) {
  const { db, cursors } = deps
  return {
    write: (tx: Tx, entry: NewEntry) => write(deps, tx, entry),
    /** What a moderator looks at; once in half an hour, however often the page asks. */
    writeLook: (tx: Tx, look: Omit<NewEntry, 'note'>) => writeLook(deps, tx, look),

    /** Who did this last to the subject, for telling the one who came second. */
    lastOf: (tx: Tx, subjectId: string, actions: readonly AuditAction[]) =>
      queries.findLastAct(tx, subjectId, actions),

    async list(input: PageInput & queries.AuditFilter) {
      const { items, nextCursor } = await cursors.page(
        queries.filteredAuditEntries(db.query, input),
        {
          list: 'audit',
          columns: ['auditEntry.createdAt', 'auditEntry.id'],
          order: 'desc',
          markOf: (row) => [row.createdAt, row.id],
          dated: 'once',
        },
        input,
      )
      return { entries: items.map(presentAuditEntry), nextCursor }
    },

    exportAs: (moderator: { id: string }, filter: queries.AuditFilter) => exportAs(deps, moderator, filter),

    /** What moderators did about somebody, newest first. */
    about: async (subjectId: string, limit: number) =>
      (await queries.findAuditEntriesAbout(db.query, subjectId, limit)).map(presentAuditEntry),
  }
}
export type Audit = ReturnType<typeof createAudit>

async function write({ clock, newId }: Deps, tx: Tx, entry: NewEntry) {
  await queries.insertAuditEntry(tx, {
    id: newId(),
    ...entry,
    // Some tell of a text that is as long as the note may be.
    note: entry.note ? [...entry.note].slice(0, noteMax).join('') : null,
    createdAt: clock.now(),
  })
}

const writeLook = ({ clock, newId }: Deps, tx: Tx, look: Omit<NewEntry, 'note'>) =>
  queries.insertLook(
    tx,
    { id: newId(), ...look, at: clock.now() },
    after(clock.now(), -minutesMs(lookMinutes)),
  )

/** Newest first, so much of it at once. That it was taken along is an entry itself. */
const exportAs = (deps: Deps, moderator: { id: string }, filter: queries.AuditFilter) =>
  deps.db.transact(async (tx) => {
    const rows = await queries.findAuditEntries(tx, filter, auditExportMax + 1)
    const entries = rows.slice(0, auditExportMax).map(presentAuditEntry)
    const { id } = moderator
    const note = entries.length === 1 ? '1 entry' : `${entries.length} entries`
    await write(deps, tx, { moderatorId: id, action: 'export_log', subjectId: id, note })
    return { csv: auditCsv(entries), entries: entries.length, isComplete: rows.length <= auditExportMax }
  })
