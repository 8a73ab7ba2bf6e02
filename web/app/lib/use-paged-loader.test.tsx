import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  createRoutesStub,
  UNSAFE_ErrorResponseImpl as ErrorResponse,
  Link,
  useLoaderData,
  useLocation,
} from 'react-router'
import { expect, it, vi } from 'vitest'
import { LoadMore } from '../ui/load-more.tsx'
import { dataOrFailure } from './fetcher-failure.ts'
import { usePagedLoader } from './use-paged-loader.ts'

type Page = { text: string; next: string | null }
type Held = Record<string, Promise<void>>

const pageOf = (list: string, page: number): Page => ({
  text: `${list}${page}`,
  next: page < 3 ? String(page + 1) : null,
})

const Nothing = () => null

function List() {
  const { pages, more } = usePagedLoader(useLoaderData() as Page, useLocation(), ({ next }) => next)
  return (
    <>
      <p role="status">{pages.map(({ text }) => text).join(' ')}</p>
      <LoadMore list={more} label={more.isFetchingNextPage ? 'Loading' : 'More'} />
      <Link to="/lists/b">B</Link>
      <Link to="/lists/a?of=c">C</Link>
    </>
  )
}

/** Opens list A; pages named in `held` come when their promise is fulfilled. */
function open(held: Held = {}) {
  const Site = createRoutesStub([
    {
      path: '/lists/:list',
      Component: List,
      HydrateFallback: Nothing,
      loader: ({ request, params }) => {
        const { searchParams: query } = new URL(request.url)
        const page = pageOf(query.get('of') ?? params.list!, Number(query.get('cursor') || 1))
        const serverLoader = async () => {
          await held[page.text]
          return page
        }
        return dataOrFailure({ request, serverLoader }, 'cursor')
      },
    },
  ])
  render(<Site initialEntries={['/lists/a']} />)
}

const shows = (text: string) => screen.findByText(text, { selector: '[role=status]' })
const press = async (name: string) => userEvent.click(await screen.findByText(name))

function latch() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

it('adds further pages to the first', async () => {
  open()
  await press('More')
  await shows('a1 a2')
  await press('More')
  expect(await shows('a1 a2 a3')).toBeTruthy()
})

it.each([
  ['another path', 'B', 'b'],
  ['another query', 'C', 'c'],
])('keeps no page of one list for that of %s, and pages on there', async (_, link, list) => {
  open()
  await press('More')
  await shows('a1 a2')
  await press(link)
  await shows(`${list}1`)
  await press('More')
  await shows(`${list}1 ${list}2`)
  await press('More')
  expect(await shows(`${list}1 ${list}2 ${list}3`)).toBeTruthy()
})

it('takes no page that was asked for a list that is no longer shown, nor waits for it', async () => {
  const { promise, resolve } = latch()
  open({ a2: promise })
  await press('More')
  await screen.findByText('Loading')
  await press('B')
  await shows('b1')
  await press('More')
  await shows('b1 b2')
  resolve()
  await press('More')
  expect(await shows('b1 b2 b3')).toBeTruthy()
})

it('takes no late page before one is asked for', async () => {
  const { promise, resolve } = latch()
  open({ a2: promise })
  await press('More')
  await press('B')
  await shows('b1')
  resolve()
  await new Promise((done) => setTimeout(done, 50))
  expect(screen.getByRole('status').textContent).toBe('b1')
})

const lost = () => failing(new TypeError('Failed to fetch'))
const refused = () => failing(new ErrorResponse(400, 'Bad Request', 'x'))

function failing(error: unknown) {
  const answer = Promise.reject(error)
  // It is waited for when the page is asked for.
  answer.catch(() => undefined)
  return answer
}

it('keeps the list where a further page cannot be had, says so, and tries again', async () => {
  const held: Held = { a2: lost() }
  open(held)
  await press('More')
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('a1')
  delete held.a2
  await press('More')
  await shows('a1 a2')
  expect(screen.queryByRole('alert')).toBeNull()
  held.a3 = lost()
  await press('More')
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('a1 a2')
})

it('begins the list anew when a further page is refused for its cursor', async () => {
  const held: Held = { a3: refused() }
  open(held)
  await press('More')
  await shows('a1 a2')
  await press('More')
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('a1 a2')
  await press('More')
  await shows('a1')
  expect(screen.queryByRole('alert')).toBeNull()
  delete held.a3
  await press('More')
  await shows('a1 a2')
  await press('More')
  expect(await shows('a1 a2 a3')).toBeTruthy()
})

it('keeps the list where it cannot be begun anew, says so, and tries that again', async () => {
  const held: Held = { a2: refused() }
  open(held)
  await press('More')
  await screen.findByRole('alert')
  held.a1 = lost()
  await press('More')
  expect((await screen.findByRole('alert')).textContent).toBe('Could not be loaded. Try again.')
  expect(screen.getByRole('status').textContent).toBe('a1')
  delete held.a1
  delete held.a2
  await press('More')
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  await press('More')
  expect(await shows('a1 a2')).toBeTruthy()
})
