import { fireEvent, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { createMemoryRouter, RouterProvider, redirect } from 'react-router'
import { expect, it, vi } from 'vitest'
import { menteeLogin } from '../testing/logins.ts'
import { readLogin, removeLogin, storeLogin } from './auth-storage.ts'
import { useLeaveWhenSignedOut } from './use-leave-when-signed-out.ts'

const guard = () => (readLogin('mentee') ? null : redirect('/sign-in'))

/** `lose`: what happens to the login after the guard has let somebody in, before the page listens. */
function Area({ lose }: { lose?: () => void }) {
  useLayoutEffect(() => lose?.(), [lose])
  useLeaveWhenSignedOut('mentee')
  return <p>Inside</p>
}

function open(lose?: () => void) {
  const routes = [
    { path: '/', loader: guard, element: <Area lose={lose} /> },
    { path: '/sign-in', element: <p>Sign in</p> },
  ]
  storeLogin(menteeLogin)
  render(<RouterProvider router={createMemoryRouter(routes)} />)
}

it('asks the guard again where the login is refused under the page', async () => {
  open()
  expect(await screen.findByText('Inside')).toBeTruthy()
  await removeLogin('mentee', 'refused')
  expect(await screen.findByText('Sign in')).toBeTruthy()
})

it('asks it, too, where the login went between the guard and the page', async () => {
  open(() => void removeLogin('mentee', 'refused'))
  expect(await screen.findByText('Sign in')).toBeTruthy()
})

it('loads a page anew that was kept for going back, where somebody else or nobody is signed in by then', async () => {
  const loads = vi.spyOn(history, 'go').mockImplementation(() => {})
  open()
  expect(await screen.findByText('Inside')).toBeTruthy()
  const goBackTo = (persisted: boolean) =>
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted }))
  goBackTo(true)
  expect(loads).not.toHaveBeenCalled()
  storeLogin({ ...menteeLogin, userId: 'somebody-else' })
  goBackTo(false)
  expect(loads).not.toHaveBeenCalled()
  goBackTo(true)
  expect(loads).toHaveBeenCalledExactlyOnceWith(0)
  await removeLogin('mentee', 'signed-out')
  goBackTo(true)
  expect(loads).toHaveBeenCalledTimes(2)
  loads.mockRestore()
})
