import { api } from '@marga/contract/api'
import type { AuditAction } from '@marga/contract/moderation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { menteeForm, newMentee, newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { passTime } from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
let second: TestPerson
let aditi: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
  second = await newModerator(test)
  aditi = await newMentee(test, { ...menteeForm(), firstName: 'Aditi', lastName: 'Sen' })
  const other = await newMentee(test)
  await act(moderator, aditi, true, 'Rude in the chat, 100% of the time.')
  await passTime(test, 3_600_000)
  await act(second, aditi, false, 'Said sorry.')
  await act(second, other, true, 'Advertising.')
})
afterAll(() => test.close())

const act = async (by: TestPerson, about: TestPerson, isBlocked: boolean, note: string) =>
  ok(
    await test.call(api.moderation.changeMenteeStatus, { body: { menteeId: about.id, isBlocked, note } }, by),
  )

type Filter = { action?: AuditAction; moderatorId?: string; search?: string; from?: Date; to?: Date }
const log = async (query: Filter) =>
  ok(await test.call(api.moderation.auditLog, { query: { ...query, limit: 100 } as never }, moderator))
const notes = async (query: Filter) =>
  (await log(query)).entries.filter(({ action }) => action !== 'export_log').map(({ note }) => note)
const [rude, sorry, advertising] = ['Rude in the chat, 100% of the time.', 'Said sorry.', 'Advertising.']

describe('the audit log', () => {
  it('is filtered by act, moderator, words and time', async () => {
    expect(await notes({})).toEqual([advertising, sorry, rude])
    expect(await notes({ action: 'block' })).toEqual([advertising, rude])
    expect(await notes({ moderatorId: second.id })).toEqual([advertising, sorry])
    expect(await notes({ search: 'adit sen' })).toEqual([sorry, rude])
    expect(await notes({ search: 'aditi SORRY' })).toEqual([sorry])
    expect(await notes({ search: '100%' })).toEqual([rude])
    expect(await notes({ search: '%' })).toEqual([rude])
    const [, first] = (await log({ action: 'block' })).entries
    const at = new Date(first!.createdAt)
    expect(await notes({ to: at })).toEqual([])
    expect(await notes({ from: at, to: new Date(at.getTime() + 1000) })).toEqual([rude])
    expect(await notes({ action: 'block', search: 'aditi', moderatorId: second.id })).toEqual([])
  })

  it('refuses an act that there is not', async () => {
    const response = await test.request('GET', '/api/moderator/audit-log?action=forgive', moderator)
    expect(response.status).toBe(400)
  })

  it('is taken along as a file with the same filters, which is an entry itself', async () => {
    const taken = ok(
      await test.call(api.moderation.exportAuditLog, { query: { search: 'aditi' } }, moderator),
    )
    expect([taken.entries, taken.isComplete, taken.csv.trim().split('\r\n').length]).toEqual([2, true, 3])
    expect(taken.csv).toContain('"Rude in the chat, 100% of the time."')
    const [entry] = (await log({ action: 'export_log' })).entries
    expect(entry).toMatchObject({ moderatorId: moderator.id, note: '2 entries', about: null })
    ok(await test.call(api.moderation.exportAuditLog, { query: { search: 'aditi sorry' } }, moderator))
    const [later] = (await log({ action: 'export_log' })).entries
    expect(later!.note).toBe('1 entry')
  })
})
