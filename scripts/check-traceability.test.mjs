import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listRules, listTexts, listTitles, problemOf, unusedTexts } from './lib/traceability.mjs'

const source = `export const texts = { landing: { tagline: 'a', lines: ['b'] }, offer: ['c'], greet: (n) => n } as const`

test('finds every text by its place', () => {
  assert.deepEqual(listTexts(source), ['landing.tagline', 'landing.lines', 'offer', 'greet'])
})

test('tells the texts that nothing uses', () => {
  const texts = listTexts(source)
  assert.deepEqual(unusedTexts(texts, ['texts.landing.tagline; texts.offer.map()']), [
    'landing.lines',
    'greet',
  ])
  assert.deepEqual(unusedTexts(texts, ['const { landing } = texts; landing.lines']), [
    'landing.tagline',
    'offer',
    'greet',
  ])
  assert.deepEqual(unusedTexts(['bands.a', 'bands.b'], ['texts.bands[code]']), [])
})

test('reads the titles of tests, those of each included', () => {
  const tests = `it('one', () => {}); it.each([[1]])('two %s', () => {}); test("three", f); say('four')`
  assert.deepEqual([...listTitles('x.test.ts', tests)], ['one', 'two %s', 'three'])
})

test('refuses a rule without its file or its test', () => {
  const [rule] = listRules('| Rule | Test | File |\n|---|---|---|\n| is so | is tested | `a.test.ts` |')
  assert.deepEqual(rule, { rule: 'is so', title: 'is tested', file: 'a.test.ts' })
  const read = (text) => () => text
  assert.equal(problemOf(rule, read(`it('is tested', f)`)), null)
  assert.match(problemOf(rule, read(`it('another', f)`)), /no test titled "is tested"/)
  assert.match(problemOf(rule, read(null)), /no file a\.test\.ts/)
})
