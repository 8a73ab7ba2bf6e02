import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { api } from '@marga/contract/api'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newMentor, newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { addTerms, searchTermsChannel } from './search-index.queries.ts'
import { createSearchVocabulary } from './search-vocabulary.service.ts'

let test: TestApp
let mentor: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  mentor = await newMentor(test, await newModerator(test))
})
afterAll(() => test.close())

const edit = async (body: { expertise?: string[]; bio?: string }) =>
  ok(await test.call(api.mentors.editProfile, { params: { ownId: mentor.id }, body }, mentor))
const tidy = () => test.app.jobHandlers['housekeeping:daily']({} as never)
async function termsWith(word: string) {
  const { rows } = await test.app.db.pool.query<{ term: string }>(
    'select term from search_term where term like $1 order by term',
    [`%${word}%`],
  )
  return rows.map(({ term }) => term)
}
const searchFor = async (search: string) =>
  ok(await test.call(api.search.mentors, { query: { search } as never }))

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

beforeEach(() => edit({ expertise: ['Rust'], bio: 'Weaves baskets' }))

it('words that no mentor has any more go in the night, and no others', async () => {
  await edit({ expertise: ['Rust', "Zyx'q weaving"], bio: 'Weaves baskets and zyxpots' })
  expect(await termsWith('zyx')).toHaveLength(8)
  await edit({ expertise: ['Rust', 'Weaving'], bio: 'Weaves baskets' })
  expect(await termsWith('zyx')).toHaveLength(8)
  const { rows } = await test.app.db.pool.query(
    `select count(*)::int as used from search_term where exists (
       select from mentor_search where term = any (tsvector_to_array(document)))`,
  )
  await tidy()
  expect(await termsWith('zyx')).toEqual([])
  const { rows: left } = await test.app.db.pool.query('select count(*)::int as used from search_term')
  expect(left).toEqual(rows)
  expect((await searchFor('weavign')).correctedSearch).toBe('weaving')
})

it('they stay while somebody who is writing a row may be counting on them', async () => {
  await edit({ expertise: ['Rust', 'Quokkas'] })
  await edit({ expertise: ['Rust'] })
  let end = () => {}
  let writing: Promise<void> | undefined
  await new Promise<void>((entered, failed) => {
    writing = test.app.db.transact(async (tx) => {
      // It is there: nothing is added.
      expect(await addTerms(tx, [{ term: 's:quokkas', shown: 'Quokkas' }])).toEqual([])
      entered()
      await new Promise<void>((resolve) => {
        end = resolve
      })
    })
    writing.catch(failed)
  })
  await tidy()
  expect(await termsWith('quokkas')).toContain('s:quokkas')
  end()
  await writing
  await tidy()
  expect(await termsWith('quokkas')).toEqual([])
})

it('where many went, processes that hold them read the words anew', async () => {
  await test.app.db.pool.query(
    `insert into search_term (term) select 'gone' || n from generate_series(1, 1000) n`,
  )
  const vocabulary = createSearchVocabulary(test.app)
  const listener = await test.app.db.pool.connect()
  listener.on('notification', ({ payload }) => vocabulary.onNotify(payload!))
  await listener.query(`listen ${searchTermsChannel}`)
  expect((await vocabulary.current()).has('gone1')).toBe(true)
  await tidy()
  await expect.poll(async () => (await vocabulary.current()).has('gone1')).toBe(false)
  listener.release(true)
})

it('a process that never searches keeps none of the words that it is told of', async () => {
  const vocabulary = createSearchVocabulary(test.app)
  const told = (() => {
    const term = { term: 'b:told', shown: null }
    vocabulary.add([term])
    return new WeakRef(term)
  })()
  await expect
    .poll(() => {
      collectGarbage()
      return told.deref() === undefined
    })
    .toBe(true)
  expect((await vocabulary.current()).has('rust')).toBe(true)
})

it('where there are more words than a process holds, a word that it does not know is looked for as it is', async () => {
  await edit({ expertise: ['Rust', 'Wombats'] })
  const some = createSearchVocabulary({ ...test.app, max: 3 })
  const all = createSearchVocabulary(test.app)
  expect((await some.current()).has('wombatx')).toBe(true)
  expect((await all.current()).has('wombatx')).toBe(false)
})
