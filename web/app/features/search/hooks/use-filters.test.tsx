import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { BackButton } from '../../../testing/back-button.tsx'
import { renderSite } from '../../../testing/site-stub.tsx'
import { filterQuery } from '../rules.ts'
import { useFilters } from './use-filters.ts'

const hrefOf = (filters: Parameters<typeof filterQuery>[0]) =>
  `/browse?${new URLSearchParams(JSON.parse(JSON.stringify(filterQuery(filters))))}`

function Page() {
  const { filters, ask } = useFilters(hrefOf)
  return (
    <>
      <BackButton />
      <p>{`${filters.search} ${filters.price} ${filters.rating}`}</p>
      <button type="button" onClick={() => ask({ ...filters, price: 'b' })}>
        cheap
      </button>
      <button type="button" onClick={() => ask({ ...filters, search: `${filters.search}x` })}>
        type
      </button>
      <button type="button" onClick={() => ask({ ...filters, rating: '4' })}>
        good
      </button>
    </>
  )
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('keeps each choice as a place to go back to, and what is typed as one', async () => {
  renderSite([{ path: '/browse', Component: Page }], '/browse')
  await screen.findByText('a 9')
  for (const [button, shown] of [
    ['cheap', 'b 9'],
    ['type', 'x b 9'],
    ['type', 'xx b 9'],
    ['good', 'xx b 4'],
    ['Back of the browser', 'xx b 9'],
    ['Back of the browser', 'a 9'],
  ] as const) {
    await press(button)
    expect(await screen.findByText(shown)).toBeTruthy()
  }
})
