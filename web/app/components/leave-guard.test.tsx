import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Link } from 'react-router'
import { expect, it, vi } from 'vitest'
import { signOut } from '../features/accounts/sign-out.ts'
import { readLogin, storeLogin } from '../lib/auth-storage.ts'
import { useUnsaved } from '../lib/unsaved.ts'
import { fakeLocation } from '../testing/fake-location.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { menteeLogin } from '../testing/logins.ts'
import { renderSite } from '../testing/site-stub.tsx'
import { LeaveGuard } from './leave-guard.tsx'

function FormPage() {
  const [text, setText] = useState('')
  useUnsaved(text !== '')
  return (
    <>
      <LeaveGuard />
      <input aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />
      <Link to="/next">Next page</Link>
      <Link to="/auth/login?mentees">Sign in</Link>
      <button type="button" onClick={() => void signOut('mentee')}>
        Logout
      </button>
    </>
  )
}
const open = () => renderSite([{ path: '/form', Component: FormPage }], '/form')
const follow = (name: string) => userEvent.click(screen.getByRole('link', { name }))

it('leaves a form that was not touched without a word', async () => {
  open()
  await follow('Next page')
  expect(await screen.findByText('elsewhere')).toBeTruthy()
})

it('asks once before an edited form is left, and stays or goes as answered', async () => {
  open()
  await userEvent.type(screen.getByLabelText('Text'), 'half')
  await follow('Next page')
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('half')
  await follow('Next page')
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(await screen.findByText('elsewhere')).toBeTruthy()
})

it('asks before the sign-in, too: beside an application its link is pressed by mistake as any other', async () => {
  open()
  await userEvent.type(screen.getByLabelText('Text'), 'half')
  await follow('Sign in')
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('half')
})

it('has the browser ask when the tab is closed', async () => {
  open()
  const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(leave()).toBe(true)
  await userEvent.type(screen.getByLabelText('Text'), 'half')
  expect(leave()).toBe(false)
})

it('asks before the login is gone whether to sign out of a form that is not saved, and only then', async () => {
  storeLogin(menteeLogin)
  fakeServer(() => ({ status: 200, body: { message: 'You are signed out.' } }))
  open()
  const { assign } = fakeLocation('/form')
  const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const logOut = () => userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  await userEvent.type(screen.getByLabelText('Text'), 'half')
  await logOut()
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(readLogin('mentee')).not.toBeNull()
  expect(leave()).toBe(false)
  await logOut()
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(assign.mock.calls).toEqual([['/']]))
  expect(readLogin('mentee')).toBeNull()
  expect(leave()).toBe(true)
})

it('says that there is no line, holds a page that is not here yet, and opens it when the line is back', async () => {
  open()
  expect(screen.queryByText(/You are offline/)).toBeNull()
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.getByText('You are offline. What you see may be out of date.')).toBeTruthy()
  await follow('Next page')
  expect(screen.getByText('You are offline. The page opens when the connection is back.')).toBeTruthy()
  expect(screen.getByLabelText('Text')).toBeTruthy()
  onLine.mockRestore()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('elsewhere')).toBeTruthy()
})
