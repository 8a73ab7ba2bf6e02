import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../testing/area-stub.tsx'
import { BackButton } from '../../testing/back-button.tsx'
import { mentorCardOf } from '../../testing/mentor-samples.ts'
import BrowsePage from './mentee-browse-page.tsx'

afterEach(() => void vi.unstubAllGlobals())

/** Searches that are answered by hand, with what became of each. */
function searches() {
  const asked: { query: string; signal: AbortSignal; answer: () => void }[] = []
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    const { pathname, searchParams: query } = new URL(url, 'http://localhost')
    return new Promise((resolve) => {
      // The counts beside the filters are another call, and may come whenever they come.
      if (pathname !== '/api/mentees/mentors') return
      const body = JSON.stringify({
        mentorsSearchResult: [mentorCardOf()],
        nextCursor: null,
        correctedSearch: null,
      })
      asked.push({
        query: `${query.get('search') ?? ''} ${query.get('price')} ${query.get('rating')}`,
        signal,
        answer: () => resolve(new Response(body)),
      })
    })
  })
  return asked
}
const open = (at: string) => renderInArea(<BrowsePage />, { at, path: '/mentees/browse/mentor/:search?' })
const check = async (name: string | RegExp) =>
  userEvent.click((await screen.findAllByRole('checkbox', { name }))[0]!)

it('asks with empty text as empty, price a and rating 9, and holds the place with two skeletons', async () => {
  const asked = searches()
  open('/mentees/browse/mentor')
  expect((await screen.findByRole('list', { name: 'Searching for mentors' })).children).toHaveLength(2)
  expect(asked.map(({ query }) => query)).toEqual([' a 9'])
})

it('takes the search out of the address, "C/C++" included', async () => {
  const asked = searches()
  open('/mentees/browse/mentor/C%2FC%2B%2B')
  await screen.findByRole('list', { name: 'Searching for mentors' })
  expect(asked.map(({ query }) => query)).toEqual(['C/C++ a 9'])
})

it('asks again at every change of price or rating, and cancels the request before', async () => {
  const asked = searches()
  const queries = () => asked.map(({ query }) => query)
  open('/mentees/browse/mentor/Go')
  await check('Under ₹1000')
  await vi.waitFor(() => expect(queries()).toEqual(['Go a 9', 'Go b 9']))
  await check(/^4 stars/)
  await vi.waitFor(() => expect(queries().at(-1)).toBe('Go b 4'))
  await check('Under ₹1000')
  await vi.waitFor(() => expect(queries()).toEqual(['Go a 9', 'Go b 9', 'Go b 4', 'Go a 4']))
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true, true, false])
  asked.at(-1)!.answer()
  expect(await screen.findByText('Ananya Krishnan')).toBeTruthy()
})

it('checks one price and one rating at a time', async () => {
  searches()
  open('/mentees/browse/mentor')
  const checked = () =>
    screen
      .getAllByRole<HTMLInputElement>('checkbox')
      .filter((box) => box.checked)
      .map((box) => box.closest('label')!.textContent)
  for (const [pressed, left] of [
    ['Under ₹1000', 'Under ₹1000'],
    ['₹1000-₹2500', '₹1000-₹2500'],
    ['₹1000-₹2500', 'Any'],
  ] as const) {
    await check(pressed)
    await vi.waitFor(() => expect(new Set(checked())).toEqual(new Set([left])))
  }
})

function openWithBack() {
  const page = (
    <>
      <BackButton />
      <BrowsePage />
    </>
  )
  renderInArea(page, { at: '/mentees/browse/mentor', path: '/mentees/browse/mentor/:search?' })
}

it('goes back to the filter before, and past all that was typed in between', async () => {
  const asked = searches()
  openWithBack()
  const back = () => userEvent.click(screen.getByRole('button', { name: 'Back of the browser' }))
  const last = (query: string) => vi.waitFor(() => expect(asked.at(-1)?.query).toBe(query))
  await check('Under ₹1000')
  await last(' b 9')
  await userEvent.type(screen.getByRole('combobox', { name: /search/i }), 'Go')
  await last('Go b 9')
  await check(/^4 stars/)
  await last('Go b 4')
  await back()
  const box = screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^4 stars/ })[0]!
  await vi.waitFor(() => expect(box.checked).toBe(false))
  await back()
  const band = screen.getAllByRole<HTMLInputElement>('checkbox', { name: 'Under ₹1000' })[0]!
  await vi.waitFor(() => expect(band.checked).toBe(false))
})

it('keeps a filter that is chosen while what was typed waits to be asked', async () => {
  const asked = searches()
  open('/mentees/browse/mentor')
  const band = (await screen.findAllByRole('checkbox', { name: 'Under ₹1000' }))[0]!
  fireEvent.change(screen.getByRole('combobox', { name: /search/i }), { target: { value: 'Go' } })
  fireEvent.click(band)
  // On a busy machine what was typed may be asked for before the press; both are in what is asked for last.
  await vi.waitFor(() => expect(asked.at(-1)?.query).toBe('Go b 9'))
})

it('shows in the search field what a step back leads to, while the field has the focus', async () => {
  const asked = searches()
  openWithBack()
  await check('Under ₹1000')
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: /search/i })
  await userEvent.type(field, 'Go')
  await vi.waitFor(() => expect(asked.at(-1)?.query).toBe('Go b 9'))
  expect(field.value).toBe('Go')
  fireEvent.click(screen.getByRole('button', { name: 'Back of the browser' }))
  await vi.waitFor(() =>
    expect(screen.getAllByRole<HTMLInputElement>('checkbox', { name: 'Under ₹1000' })[0]!.checked).toBe(
      false,
    ),
  )
  // The field follows once the page with the filters before has been shown.
  await vi.waitFor(() => expect(field.value).toBe(''))
  expect(document.activeElement).toBe(field)
})
