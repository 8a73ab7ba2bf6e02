import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { readLogin, storeLogin } from '../../lib/auth-storage.ts'
import { storeDraft } from '../../lib/drafts.ts'
import { fakeCaches } from '../../testing/fake-caches.ts'
import { fakeLocation } from '../../testing/fake-location.ts'
import { menteeLogin, mentorLogin } from '../../testing/logins.ts'
import { signOut } from './sign-out.ts'

let caches: ReturnType<typeof fakeCaches>
let assign: ReturnType<typeof fakeLocation>['assign']

// Loading it here for the first time takes longer than no time.
beforeAll(async () => void (await import('../../lib/push.ts')))
beforeEach(() => {
  vi.useFakeTimers()
  caches = fakeCaches()
  caches.set('marga.account.1.mentee.1', new Map([['/offline/chat', 'between us']]))
  assign = fakeLocation('/mentees').assign
  storeLogin(menteeLogin)
  storeDraft(menteeLogin, 'conversation', 'half a sentence')
})
afterEach(() => vi.unstubAllGlobals())

it('leaves nothing on the device before the server has answered, and does not wait for it for long', async () => {
  const fetched = vi.fn<typeof fetch>(() => new Promise(() => {}))
  vi.stubGlobal('fetch', fetched)
  void signOut('mentee')
  expect(readLogin('mentee')).toBeNull()
  expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([])
  await vi.advanceTimersByTimeAsync(0)
  expect([...caches.keys()]).toEqual([])
  await vi.advanceTimersByTimeAsync(2_900)
  expect(assign).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(100)
  expect(assign.mock.calls).toEqual([['/#signed-out']])
  // It goes on though the page is left, and names the session that the page has forgotten.
  const [[url, request]] = fetched.mock.calls as [[string, RequestInit]]
  expect([url, request.keepalive, request.signal?.aborted]).toEqual(['/api/mentees/logout', true, false])
  expect(JSON.parse(String(request.body))).toMatchObject({ refreshToken: 'refresh-1' })
})

it('goes on as soon as the server has answered', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"message":"You are signed out."}'))
  const done = signOut('mentee')
  await vi.advanceTimersByTimeAsync(500)
  expect(assign.mock.calls).toEqual([['/']])
  await done
})

it.each([
  ['the server did not hear of it', false],
  ['the server ended it', true],
])(
  'with another role signed in here, ends this browser’s notices only where that is all that ends them: %s',
  async (_, wasHeard) => {
    storeLogin(mentorLogin)
    const unsubscribe = vi.fn(async () => true)
    const registration = {
      getNotifications: async () => [],
      pushManager: { getSubscription: async () => ({ unsubscribe }) },
    }
    vi.stubGlobal('PushManager', class {})
    vi.stubGlobal('Notification', class {})
    vi.stubGlobal('navigator', {
      onLine: wasHeard,
      serviceWorker: { getRegistration: async () => registration },
    })
    vi.stubGlobal('fetch', async () => {
      if (!wasHeard) throw new TypeError('offline')
      return new Response('{"message":"You are signed out."}')
    })
    const done = signOut('mentee')
    await vi.advanceTimersByTimeAsync(3_000)
    await done
    expect(unsubscribe).toHaveBeenCalledTimes(wasHeard ? 0 : 1)
    expect(readLogin('mentor')).not.toBeNull()
  },
)
