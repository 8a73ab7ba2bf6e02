import type { MemberRole } from '@marga/contract/roles'
import { accountExportColumns } from './account-export-columns.rules.ts'
import { availabilityExportColumns } from './availability-export-columns.rules.ts'
import type { Taker } from './export-takers.rules.ts'
import { mentoringExportColumns } from './mentoring-export-columns.rules.ts'
import { moderationExportColumns } from './moderation-export-columns.rules.ts'
import { responseExportColumns } from './response-export-columns.rules.ts'

/**
 * Column by column, what the export gives of each table. A row may be about two people: what the payment provider
 * knows of the mentee, where the mentee pays and why a subscription ended is none of the mentor's. What only proves
 * something to us is nobody's.
 */
export const exportColumns = {
  ...accountExportColumns,
  ...availabilityExportColumns,
  ...mentoringExportColumns,
  ...moderationExportColumns,
  ...responseExportColumns,
}
export type ExportedTable = keyof typeof exportColumns

/** The columns of a table that somebody of this role takes along. */
export const columnsFor = (table: ExportedTable, role: MemberRole): string[] =>
  Object.entries<Taker>(exportColumns[table])
    .filter(([, taker]) => taker === 'both' || taker === role)
    .map(([column]) => column)
