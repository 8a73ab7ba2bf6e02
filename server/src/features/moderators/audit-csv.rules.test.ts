import type { AuditEntry } from '@marga/contract/moderation'
import { expect, it } from 'vitest'
import { auditCsv } from './audit-csv.rules.ts'

const entry: AuditEntry = {
  _id: '0199aa00-0000-7000-8000-000000000001',
  moderatorId: '0199aa00-0000-7000-8000-000000000002',
  moderatorName: 'Meera Nair',
  action: 'block',
  subjectId: '0199aa00-0000-7000-8000-000000000003',
  about: {
    _id: '0199aa00-0000-7000-8000-000000000003',
    firstName: 'Asha',
    lastName: 'Rao',
    profileImageUrl: null,
    role: 'mentee',
  },
  ticketId: null,
  note: 'Rude.',
  createdAt: '2026-11-23T12:00:00.000Z',
}
const noteIn = (note: string) => auditCsv([{ ...entry, note }]).split(',,')[1]

it('writes a line of names and a line for each entry', () => {
  expect(auditCsv([entry, { ...entry, about: null, moderatorName: null, note: null }])).toBe(
    [
      'When,Moderator,Act,About,Role,Subject,Ticket,Note',
      `${entry.createdAt},Meera Nair,block,Asha Rao,mentee,${entry.subjectId},,Rude.`,
      `${entry.createdAt},,block,,,${entry.subjectId},,`,
      '',
    ].join('\r\n'),
  )
})

it.each([
  ['one, two', '"one, two"\r\n'],
  ['she said "no"', '"she said ""no"""\r\n'],
  ['two\nlines', '"two\nlines"\r\n'],
  ['two\r\nlines', '"two\r\nlines"\r\n'],
])('quotes %j', (note, cell) => expect(noteIn(note)).toBe(cell))

it.each(['=1+1', '+1', '-1', '@sum(a1)', '\tx'])('makes %j harmless for spreadsheets', (note) => {
  expect(noteIn(note)).toBe(`'${note}\r\n`)
})

it('makes a name harmless too, and what must be quoted', () => {
  const about = { ...entry.about!, firstName: '=HYPERLINK("x"', lastName: ')' }
  expect(auditCsv([{ ...entry, about }])).toContain(`,"'=HYPERLINK(""x"" )",`)
})
