import { act, fireEvent, screen } from '@testing-library/react'
import { Link, useRouteError } from 'react-router'
import { expect, it, vi } from 'vitest'
import { ApiError } from '../lib/api-client.ts'
import { renderSite } from '../testing/site-stub.tsx'
import { RoutingError } from './routing-error.tsx'
import { Splash } from './splash.tsx'

const Boundary = () => <RoutingError error={useRouteError()} />
const BoundaryWithLink = () => (
  <>
    <Link to="/other">Another page</Link>
    <RoutingError error={useRouteError()} isInside />
  </>
)
function Broken(): never {
  throw new Error('relation "account" does not exist')
}
const title = 'Something Went Wrong....!!! Please Go Back to HomePage'

it('says what went wrong with the text of the error, and leads to the Home Page', async () => {
  const loader = () => {
    throw new Response('This mentor is not listed any more.', { status: 410 })
  }
  renderSite([{ path: '/broken', element: <p>never shown</p>, loader, ErrorBoundary: Boundary }], '/broken')
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByText('This mentor is not listed any more.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Home Page' }).getAttribute('href')).toBe('/')
})

it('says the own text of an address that leads nowhere', async () => {
  const loader = () => {
    throw new Response('Error: No route matches URL "/nowhere"', { status: 404 })
  }
  renderSite([{ path: '/x', element: <p>never shown</p>, loader, ErrorBoundary: Boundary }], '/x')
  expect(await screen.findByText('No route matches URL "/nowhere"')).toBeTruthy()
})

it('keeps the inside of other errors to itself', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  renderSite([{ path: '/broken', Component: Broken, ErrorBoundary: Boundary }], '/broken')
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.queryByText(/relation/)).toBeNull()
})

it('says the text of a refusal', async () => {
  const loader = () => {
    throw new ApiError(410, { code: 'gone', message: 'This session is over.' })
  }
  renderSite([{ path: '/broken', element: <p>never shown</p>, loader, ErrorBoundary: Boundary }], '/broken')
  expect(await screen.findByText('This session is over.')).toBeTruthy()
})

it('loads the page again when the line is back', async () => {
  let isCut = true
  const loader = () => {
    if (isCut) throw new ApiError(0, { code: 'network', message: 'x' })
    return null
  }
  renderSite([{ path: '/cut', element: <p>the page</p>, loader, ErrorBoundary: Boundary }], '/cut')
  expect(await screen.findByRole('heading', { name: 'This page could not be loaded' })).toBeTruthy()
  isCut = false
  // Its listener comes with an effect, after what can be seen.
  await act(async () => {})
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByText('the page')).toBeTruthy()
})

it('does not call back whoever has pressed a link to another page, however slow that is', async () => {
  const loader = () => {
    throw new ApiError(0, { code: 'network', message: 'x' })
  }
  let answer = (_: null) => {}
  const other = new Promise<null>((resolve) => {
    answer = resolve
  })
  renderSite(
    [
      { path: '/cut', element: <p>never shown</p>, loader, ErrorBoundary: BoundaryWithLink },
      { path: '/other', element: <p>the other page</p>, loader: () => other },
    ],
    '/cut',
  )
  fireEvent.click(await screen.findByRole('link', { name: 'Another page' }))
  await act(async () => {})
  window.dispatchEvent(new Event('online'))
  await act(async () => answer(null))
  expect(await screen.findByText('the other page')).toBeTruthy()
})

it.each(['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed'])(
  'keeps trying where the router itself found no line (%s)',
  async (message) => {
    const loader = () => {
      throw new TypeError(message)
    }
    renderSite([{ path: '/cut', element: <p>the page</p>, loader, ErrorBoundary: Boundary }], '/cut')
    expect(await screen.findByRole('heading', { name: 'This page could not be loaded' })).toBeTruthy()
  },
)

it('does not keep trying for code, which would never come', async () => {
  const loader = () => {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/x.js')
  }
  renderSite([{ path: '/cut', element: <p>the page</p>, loader, ErrorBoundary: Boundary }], '/cut')
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
})

it('says "Loading..." while a screen is on its way', async () => {
  renderSite([{ path: '/slow', Component: Splash }], '/slow')
  expect((await screen.findByRole('status')).textContent).toBe('Loading...')
})

it('says in the server’s words that it has too much to do, and leads to the Home Page', async () => {
  const loader = () => {
    throw new ApiError(429, { code: 'rate_limited', message: 'Too many requests. Wait a minute.' })
  }
  renderSite([{ path: '/busy', element: <p>never shown</p>, loader, ErrorBoundary: Boundary }], '/busy')
  expect(await screen.findByText('Too many requests. Wait a minute. We keep trying.')).toBeTruthy()
  expect(document.title).not.toContain('No connection')
  expect(screen.getByRole('link', { name: 'Home Page' }).getAttribute('href')).toBe('/')
})
