import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub, Link, Outlet } from 'react-router'
import { expect, it } from 'vitest'
import { RouteAnnouncer } from './route-announcer.tsx'

const announced = () => document.querySelector('[aria-live="polite"]')!.textContent

const Layout = () => (
  <>
    <RouteAnnouncer />
    <main id="content" tabIndex={-1}>
      <Outlet />
    </main>
  </>
)
const First = () => (
  <>
    <title>First</title>
    <Link to="/next">Go on</Link>
  </>
)
const Second = () => (
  <>
    <title>(3) Second</title>
    <Link to="/">Back</Link>
  </>
)

function open() {
  const Site = createRoutesStub([
    {
      path: '/',
      Component: Layout,
      children: [
        { index: true, Component: First },
        { path: 'next', Component: Second },
      ],
    },
  ])
  render(<Site />)
}

it('says the title of each page but the first, and keeps the focus in the page', async () => {
  open()
  await userEvent.click(await screen.findByRole('link', { name: 'Go on' }))
  await screen.findByRole('link', { name: 'Back' })
  expect(announced()).toBe('')
  await waitFor(() => expect(announced()).toBe('Second'))
  expect(document.activeElement?.id).toBe('content')
  await userEvent.click(screen.getByRole('link', { name: 'Back' }))
  await waitFor(() => expect(announced()).toBe('First'))
})
