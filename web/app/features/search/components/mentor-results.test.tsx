import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { mentorCardOf } from '../../../testing/mentor-samples.ts'
import { renderSite } from '../../../testing/site-stub.tsx'
import { type Filters, noFilters } from '../rules.ts'
import { MentorResults } from './mentor-results.tsx'

const noMore = {
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: () => undefined,
  error: null,
  refetch: async () => undefined,
}
type Shown = Partial<Parameters<typeof MentorResults>[0]>

async function show(given: Shown) {
  const onAsk = vi.fn()
  const element = (
    <MentorResults
      mentors={[]}
      filters={noFilters}
      profileHref={(id) => `/mentees/browse/mentor/profile/${id}`}
      isLoading={false}
      more={noMore}
      onAsk={onAsk}
      {...given}
    />
  )
  renderSite([{ path: '/', element }], '/')
  await screen.findByTestId('results')
  return onAsk
}

it('holds the place of results that are on their way with two skeleton cards', async () => {
  await show({ isLoading: true })
  expect(screen.getByRole('list', { name: 'Searching for mentors' }).children).toHaveLength(2)
})

it('lists a card a mentor, whose Profile button leads to its id', async () => {
  await show({
    mentors: [mentorCardOf({ _id: 'm1', firstName: 'Asha', lastName: 'Iyer' }), mentorCardOf({ _id: 'm2' })],
  })
  expect(screen.getAllByRole('article')).toHaveLength(2)
  expect(screen.getByRole('link', { name: 'Profile of Asha Iyer' }).getAttribute('href')).toBe(
    '/mentees/browse/mentor/profile/m1',
  )
})

it('offers what to relax when nothing fits, one filter at a time', async () => {
  const filters: Filters = { search: 'Rust', price: 'b', rating: '5', sort: 'rating' }
  const onAsk = await show({ filters })
  await userEvent.click(screen.getByRole('button', { name: 'Any price' }))
  await userEvent.click(screen.getByRole('button', { name: 'Any rating' }))
  await userEvent.click(screen.getByRole('button', { name: 'Without “Rust”' }))
  expect(onAsk.mock.calls).toEqual([
    [{ ...filters, price: 'a' }],
    [{ ...filters, rating: '9' }],
    [{ ...filters, search: '' }],
  ])
})

it('says that nobody is there when nothing was asked for', async () => {
  await show({})
  expect(screen.getByRole('heading', { name: 'No mentors right now' })).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
