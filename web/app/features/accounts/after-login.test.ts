import { afterEach, expect, it, vi } from 'vitest'
import { rememberReturn } from '../../lib/return-address.ts'
import { readLogin, storeLogin } from '../../lib/stored-logins.ts'
import { fakeLocation } from '../../testing/fake-location.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { menteeLogin } from '../../testing/logins.ts'
import { enterAs, leaveAfterGoogle } from './after-login.ts'
import { signOut } from './sign-out.ts'

afterEach(() => void vi.unstubAllGlobals())

it.each([
  ['mentee', '/mentees'],
  ['mentor', '/mentors'],
  ['moderator', '/moderator'],
] as const)('a login as %s loads the page anew at the home of the role', (role, home) => {
  const { assign } = fakeLocation('/auth/login')
  enterAs({ ...menteeLogin, role })
  expect(readLogin(role)?.userId).toBe(menteeLogin.userId)
  expect(assign.mock.calls).toEqual([[home]])
})

it('a login leads back to where the guard had turned away', () => {
  const { assign } = fakeLocation('/auth/login')
  rememberReturn('mentee', '/mentees/tickets')
  enterAs(menteeLogin)
  expect(assign.mock.calls).toEqual([['/mentees/tickets']])
})

it('once the Google popup is closed, the sign-in page goes to /mentees', () => {
  const { assign, reload } = fakeLocation('/auth/login')
  leaveAfterGoogle()
  expect([assign.mock.calls, reload.mock.calls]).toEqual([[['/mentees']], []])
})

it('once the Google popup is closed, any other page is loaded again', () => {
  const { assign, reload } = fakeLocation('/auth/mentee-register')
  leaveAfterGoogle()
  expect([assign.mock.calls, reload.mock.calls]).toEqual([[], [[]]])
})

it.each([
  ['the server agrees', { status: 200, body: { message: 'ok' } }],
  ['the server cannot be reached', 'network-failure' as const],
])('logout sends the stored session, forgets it and goes to / when %s', async (_, response) => {
  const requests = fakeServer(() => response)
  storeLogin(menteeLogin)
  const { assign } = fakeLocation('/mentees')
  vi.useFakeTimers()
  const done = signOut('mentee')
  await vi.runAllTimersAsync()
  await done
  vi.useRealTimers()
  expect(requests[0]).toMatchObject({
    url: '/api/mentees/logout',
    body: { menteeId: menteeLogin.userId, refreshToken: 'refresh-1', isMenteeAuthenticated: true },
  })
  expect(localStorage.getItem('menteeAuth')).toBeNull()
  expect(assign.mock.calls).toEqual([['/']])
})
