import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBackupPlaces } from '../../testing/backup-places.ts'
import { newMentor, newModerator, ok } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const places = createBackupPlaces()
let test: TestApp
const mentorIds: string[] = []
beforeAll(async () => {
  test = await startTestApp()
  const moderator = await newModerator(test)
  while (mentorIds.length < 3) mentorIds.push((await newMentor(test, moderator)).id)
})
afterAll(async () => {
  await test.close()
  await places.remove()
})

/** As the numbers of transactions look to a cluster that has given fewer. */
const numberFarAhead = () =>
  test.app.db.pool.query(`
    alter table mentor_search disable trigger user;
    update mentor_search set written_by = '900000000000';
    alter table mentor_search enable trigger user;
    update mentor_search_past set superseded_by = '900000000000', changed_at = now() - interval '3 hours'`)

async function walk(on: TestApp) {
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const query = { sort: 'newest' as const, limit: 1, ...(cursor ? { cursor } : {}) }
    const page: { mentorsSearchResult: { _id: string }[]; nextCursor: string | null } = ok(
      await on.call(api.search.mentors, { query }),
    )
    seen.push(...page.mentorsSearchResult.map(({ _id }) => _id))
    cursor = page.nextCursor
  } while (cursor)
  return seen
}

it('a search shows each mentor once after a restore into a cluster that numbers transactions anew', async () => {
  await test.app.db.pool.query('delete from mentor_search_past')
  await test.app.db.pool.query('update mentor_search set rating_count = 0 where mentor_id = $1', [
    mentorIds[0],
  ])
  await numberFarAhead()
  const { tables } = await places.backUp(test, 'elsewhere')
  expect(tables.map(({ name }) => name)).not.toContain('mentor_search_past')
  const place = await places.emptyPlace()
  await place.restore('elsewhere')
  const restored = await startTestApp({ sharing: { ...test, databaseUrl: place.databaseUrl } })
  try {
    expect(await walk(restored)).toEqual(mentorIds.toReversed())
  } finally {
    await restored.close()
  }
})
