import type { AuditEntry } from '@marga/contract/moderation'

const columns = ['When', 'Moderator', 'Act', 'About', 'Role', 'Subject', 'Ticket', 'Note'] as const

const cellsOf = (entry: AuditEntry): Record<(typeof columns)[number], string | null> => ({
  When: entry.createdAt,
  Moderator: entry.moderatorName,
  Act: entry.action,
  About: entry.about && [entry.about.firstName, entry.about.lastName].join(' ').trim(),
  Role: entry.about?.role ?? null,
  Subject: entry.subjectId,
  Ticket: entry.ticketId,
  Note: entry.note,
})

/** RFC 4180, with a line of names. */
export const auditCsv = (entries: readonly AuditEntry[]): string =>
  [columns, ...entries.map((entry) => columns.map((column) => cellsOf(entry)[column] ?? ''))]
    .map((cells) => `${cells.map(quoted).join(',')}\r\n`)
    .join('')

/** Spreadsheets run what begins so, and people write the notes. */
const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text)

function quoted(text: string): string {
  const harmless = isFormula(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
