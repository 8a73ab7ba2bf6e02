import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { errorResponse, fakeServer } from '../testing/fake-server.ts'
import { menteeLogin, mentorLogin } from '../testing/logins.ts'
import { followSignIns, storeAccountTimeZone } from './account-time-zone.ts'
import { rememberRole, removeLogin, storeLogin } from './auth-storage.ts'
import { browserTimeZone, isSameZone, ownTimeZone } from './dates.ts'
import { requireRole } from './guards.ts'

const elsewhere = isSameZone(browserTimeZone(), 'Asia/Tokyo') ? 'Europe/Berlin' : 'Asia/Tokyo'
let number = 0
/** Somebody who has not been in this browser. */
const newcomer = () => ({ ...menteeLogin, userId: `${menteeLogin.userId.slice(0, -3)}${100 + number++}` })
const enter = (next?: () => Promise<unknown>) =>
  requireRole('mentee')({ request: new Request('http://site.test/mentees/home') }, next)
const answering = (timeZone: string | null) =>
  fakeServer(() => ({ status: 200, body: { menteeProfileDetails: { timeZone } } }))

// A page gives up after two seconds, which loading it here for the first time may take.
beforeAll(async () => void (await import('./fetch-time-zone.ts')))
// Other files share these modules, and choose a zone of their own.
afterAll(followSignIns())
beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

it('the first page of a newcomer already is in the zone of the account', async () => {
  answering(elsewhere)
  storeLogin(newcomer())
  let shown = ''
  await enter(async () => {
    shown = ownTimeZone()
  })
  expect(shown).toBe(elsewhere)
})

it('whoever has been here waits for nothing, and hears what another device changed', async () => {
  const login = newcomer()
  storeLogin(login)
  storeAccountTimeZone(login, elsewhere)
  const requests = answering('Australia/Perth')
  await enter()
  expect(ownTimeZone()).toBe(elsewhere)
  await vi.waitFor(() => expect(ownTimeZone()).toBe('Australia/Perth'))
  await enter()
  expect(requests).toHaveLength(1)
})

it('an account that names no zone has the browser’s, and so does whoever has signed out', async () => {
  answering(null)
  const login = newcomer()
  storeLogin(login)
  await enter()
  expect(ownTimeZone()).toBe(browserTimeZone())
  storeAccountTimeZone(login, elsewhere)
  expect(ownTimeZone()).toBe(elsewhere)
  removeLogin('mentee', 'signed-out')
  expect(ownTimeZone()).toBe(browserTimeZone())
  expect(localStorage.getItem('marga.zone.mentee')).toBeNull()
})

it('a tab of one role keeps its zone while another role, signed in beside it, is used', async () => {
  const mentee = newcomer()
  answering(elsewhere)
  storeLogin(mentee)
  await enter()
  storeLogin(mentorLogin)
  localStorage.setItem('marga.zone.mentor', JSON.stringify({ ...mentorLogin, timeZone: 'Australia/Perth' }))
  rememberRole('mentor')
  storeLogin({ ...mentorLogin, accessToken: 'newer' })
  expect(ownTimeZone()).toBe(elsewhere)
  removeLogin('mentee', 'signed-out')
  expect(ownTimeZone()).toBe('Australia/Perth')
  removeLogin('mentor', 'signed-out')
})

it('does not take over the zone of who was here before', async () => {
  const before = newcomer()
  storeLogin(before)
  storeAccountTimeZone(before, elsewhere)
  answering('Australia/Perth')
  storeLogin(newcomer())
  await enter()
  expect(ownTimeZone()).toBe('Australia/Perth')
})

it('a page comes without an answer too, in the browser’s zone', async () => {
  fakeServer(() => errorResponse(500, 'internal'))
  storeLogin(newcomer())
  await enter()
  expect(ownTimeZone()).toBe(browserTimeZone())
})

it('a server that is silent keeps nobody from the page, and is heard when it answers', async () => {
  vi.useFakeTimers()
  let response = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (response = resolve)))
  storeLogin(newcomer())
  const entered = vi.fn()
  const entering = enter(async () => entered())
  await vi.advanceTimersByTimeAsync(2_500)
  expect(entered).toHaveBeenCalled()
  await entering
  response(new Response(JSON.stringify({ menteeProfileDetails: { timeZone: elsewhere } })))
  vi.useRealTimers()
  await vi.waitFor(() => expect(ownTimeZone()).toBe(elsewhere))
})
