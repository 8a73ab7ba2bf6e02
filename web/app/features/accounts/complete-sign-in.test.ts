import { afterEach, expect, it, vi } from 'vitest'
import { readLogin, storeLogin } from '../../lib/auth-storage.ts'
import { requireRole } from '../../lib/guards.ts'
import { storeReturnPath } from '../../lib/return-path.ts'
import { signInReason, storeWantedMentor } from '../../lib/sign-in-reason.ts'
import { fakeLocation } from '../../testing/fake-location.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { menteeLogin } from '../../testing/logins.ts'
import { completeGoogleSignIn, completeSignIn } from './complete-sign-in.ts'
import { signOut } from './sign-out.ts'

afterEach(() => void vi.unstubAllGlobals())

it.each([
  ['mentee', '/mentees'],
  ['mentor', '/mentors'],
  ['moderator', '/moderator'],
] as const)('a login as %s loads the page anew at the home of the role', (role, home) => {
  const { assign } = fakeLocation('/auth/login')
  completeSignIn({ ...menteeLogin, role })
  expect(readLogin(role)?.userId).toBe(menteeLogin.userId)
  expect(assign.mock.calls).toEqual([[home]])
})

it('a login leads back to where the guard had turned away', () => {
  const { assign } = fakeLocation('/auth/login')
  storeReturnPath('mentee', '/mentees/tickets')
  completeSignIn(menteeLogin)
  expect(assign.mock.calls).toEqual([['/mentees/tickets']])
})

it('a login does not lead to where somebody else was, by password or by Google', () => {
  const { assign } = fakeLocation('/auth/login')
  storeReturnPath('mentee', '/mentees/connect/inbox/c1', 'somebody-else')
  completeSignIn(menteeLogin)
  storeReturnPath('mentee', '/mentees/connect/inbox/c1', 'somebody-else')
  completeGoogleSignIn()
  storeReturnPath('mentee', '/mentees/connect/inbox/c1', menteeLogin.userId)
  completeGoogleSignIn()
  expect(assign.mock.calls).toEqual([['/mentees'], ['/mentees'], ['/mentees/connect/inbox/c1']])
})

it('once the Google popup is closed, the sign-in page goes to /mentees', () => {
  const { assign, reload } = fakeLocation('/auth/login')
  completeGoogleSignIn()
  expect([assign.mock.calls, reload.mock.calls]).toEqual([[['/mentees']], []])
})

it('remembers where somebody wanted to go who closes the Google popup and signs in by password', () => {
  const { assign } = fakeLocation('/auth/login')
  storeReturnPath('mentee', '/mentees/connect/inbox/c1', menteeLogin.userId)
  completeGoogleSignIn()
  completeSignIn(menteeLogin)
  expect(assign.mock.calls).toEqual([['/mentees'], ['/mentees/connect/inbox/c1']])
})

it('once the Google popup is closed, the sign-in page leads back to where the guard had turned away', () => {
  const { assign } = fakeLocation('/auth/login')
  storeLogin(menteeLogin)
  storeReturnPath('mentee', '/mentees/tickets')
  completeGoogleSignIn()
  expect(assign.mock.calls).toEqual([['/mentees/tickets']])
})

it('once the Google popup is closed, any other page is loaded again', () => {
  const { assign, reload } = fakeLocation('/auth/mentee-register')
  completeGoogleSignIn()
  expect([assign.mock.calls, reload.mock.calls]).toEqual([[], [[]]])
})

it.each([
  ['the server agrees', { status: 200, body: { message: 'ok' } }, '/'],
  ['the server refuses', { status: 401, body: { code: 'unauthenticated', message: 'Sign in' } }, '/'],
  // The page without a line says by the mark that the server was not told.
  ['the server cannot be reached', 'network-failure' as const, '/#signed-out'],
])('logout sends the stored session, forgets it and goes to / when %s', async (_, response, address) => {
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
  expect(assign.mock.calls).toEqual([[address]])
})

it('a login leads to what was asked for since somebody else logged out in this tab', async () => {
  fakeServer(() => ({ status: 200, body: { message: 'ok' } }))
  const { assign } = fakeLocation('/mentees')
  const ask = (path: string) => requireRole('mentee')({ request: new Request(`http://site.test${path}`) })
  storeLogin({ ...menteeLogin, userId: 'somebody-else' })
  await ask('/mentees')
  await signOut('mentee')
  await ask('/mentees/schedules').catch(() => undefined)
  completeSignIn(menteeLogin)
  expect(assign.mock.calls).toEqual([['/'], ['/mentees/schedules']])
})

it('after a login nobody is told again that they wanted to subscribe', () => {
  fakeLocation('/auth/login')
  storeWantedMentor({ _id: 'm1', firstName: 'Ananya' })
  completeSignIn(menteeLogin)
  storeReturnPath('mentee', '/mentees/browse/mentor/profile/m1')
  expect(signInReason('mentee')).toBe('to see this mentor’s profile')
  sessionStorage.clear()
})
