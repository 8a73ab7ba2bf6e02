import { act, screen } from '@testing-library/react'
import { RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type HostContext, hostContext } from '../../lib/server-context.ts'
import { renderSite } from '../../testing/site-stub.tsx'
import GoogleSuccessPage, { clientLoader, loader } from './google-success-page.tsx'

type LoaderArgs = Parameters<typeof clientLoader>[0]
const address = '/auth/mentee/googleauthsuccess/x'
const query = '?menteeName=Neha&menteeId=m1&accessToken=secret-a&refreshToken=secret-r'
const settle = (ms = 0) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function open(at: string, isProven = true) {
  window.history.replaceState(null, '', at)
  const serverLoader = async () => ({ isProven })
  const load = (args: { request: Request }) => clientLoader({ ...args, serverLoader } as LoaderArgs)
  renderSite([{ path: address, Component: GoogleSuccessPage, loader: load }], at)
  await settle()
}

it('stores the login, takes the tokens out of the address, and closes the window after one second', async () => {
  const close = vi.spyOn(window, 'close').mockImplementation(() => {
    vi.stubGlobal('closed', true)
  })
  await open(address + query)
  expect(JSON.parse(localStorage.getItem('menteeAuth')!)).toEqual({
    menteeId: 'm1',
    menteeName: 'Neha',
    profileImageUrl: null,
    accessToken: 'secret-a',
    refreshToken: 'secret-r',
    isMenteeAuthenticated: true,
  })
  expect(window.location.href).not.toContain('secret')
  expect(screen.getByText('Sucessfully Logged into google')).toBeTruthy()
  await settle(999)
  expect(close).not.toHaveBeenCalled()
  await settle(1)
  expect(close).toHaveBeenCalledTimes(1)
})

it('stores nothing when a part is missing, and leads back to the login', async () => {
  await open(`${address}?menteeId=m1`)
  expect(localStorage.getItem('menteeAuth')).toBeNull()
  expect(screen.getByRole('link', { name: 'Back to login' })).toBeTruthy()
})

it('stores nothing of an address that somebody else has made, says so, and leads to the sign-in', async () => {
  const close = vi.spyOn(window, 'close').mockImplementation(() => {})
  await open(address + query, false)
  await settle(2000)
  expect(localStorage.getItem('menteeAuth')).toBeNull()
  expect(window.location.href).not.toContain('secret')
  expect(screen.getByRole('heading', { name: 'Not signed in' })).toBeTruthy()
  expect(screen.getByText(/is not from a sign-in that was started in this browser/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to login' })).toBeTruthy()
  expect(close).not.toHaveBeenCalled()
})

it.each([
  ['the cookie of these tokens', 'secret-r', true],
  ['a cookie of others', 'other', false],
])('asks the server: %s', async (_, proven, isProven) => {
  const context = new RouterContextProvider()
  const isSignInProven = (token: string) => token === proven
  context.set(hostContext, { isSignInProven } as unknown as HostContext)
  const request = new Request(`http://localhost${address}${query}`)
  expect(loader({ request, context } as unknown as Parameters<typeof loader>[0])).toEqual({ isProven })
})
