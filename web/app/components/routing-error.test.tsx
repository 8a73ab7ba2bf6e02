import { render, screen } from '@testing-library/react'
import { useRouteError } from 'react-router'
import { expect, it, vi } from 'vitest'
import { renderSite } from '../testing/site-stub.tsx'
import { RoutingError } from './routing-error.tsx'
import { Splash } from './splash.tsx'

const Boundary = () => <RoutingError error={useRouteError()} />
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

it('keeps the inside of other errors to itself', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  renderSite([{ path: '/broken', Component: Broken, ErrorBoundary: Boundary }], '/broken')
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.queryByText(/relation/)).toBeNull()
})

it('says "Loading..." while a screen is on its way', () => {
  render(<Splash />)
  expect(screen.getByRole('status').textContent).toBe('Loading...')
})
