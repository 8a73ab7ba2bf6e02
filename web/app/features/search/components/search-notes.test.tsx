import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderSite } from '../../../testing/site-stub.tsx'
import { noFilters } from '../rules.ts'
import { SearchNotes } from './search-notes.tsx'

const partly = 'No mentor matches all of these words. These match some of them.'

async function show(given: { isPartial: boolean; hasResults: boolean }) {
  const notes = (
    <SearchNotes filters={noFilters} correctedSearch={undefined} onAsk={() => undefined} {...given} />
  )
  renderSite([{ path: '/', element: <main>{notes}</main> }], '/')
  return (await screen.findByRole('main')).textContent
}

it.each([
  [{ isPartial: true, hasResults: true }, partly],
  [{ isPartial: true, hasResults: false }, ''],
  [{ isPartial: false, hasResults: true }, ''],
])('says of results that match some of the words only, where there are any: %o', async (given, text) => {
  expect(await show(given)).toBe(text)
})
