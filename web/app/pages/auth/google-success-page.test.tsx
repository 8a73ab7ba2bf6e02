import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../testing/site-stub.tsx'
import GoogleSuccessPage, { clientLoader } from './google-success-page.tsx'

type LoaderArgs = Parameters<typeof clientLoader>[0]
const address = '/auth/mentee/googleauthsuccess/x'
const query = '?menteeName=Neha&menteeId=m1&accessToken=secret-a&refreshToken=secret-r'
const settle = (ms = 0) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function open(at: string) {
  window.history.replaceState(null, '', at)
  const loader = (args: { request: Request }) => clientLoader(args as LoaderArgs)
  renderSite([{ path: address, Component: GoogleSuccessPage, loader }], at)
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
