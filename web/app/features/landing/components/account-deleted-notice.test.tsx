import { render, renderHook, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { storeLogin } from '../../../lib/auth-storage.ts'
import { useUnsaved } from '../../../lib/unsaved.ts'
import { fakeLocation } from '../../../testing/fake-location.ts'
import { menteeLogin, mentorLogin } from '../../../testing/logins.ts'
import { signOutAfterDeletion } from '../../settings/sign-out-after-deletion.ts'
import { AccountDeletedNotice } from './account-deleted-notice.tsx'

afterEach(() => void vi.unstubAllGlobals())

it('says once, where one arrives, that the account is deleted', async () => {
  storeLogin(menteeLogin)
  const { assign } = fakeLocation('/mentees/settings')
  await signOutAfterDeletion('mentee')
  expect(assign.mock.calls).toEqual([['/']])
  const { unmount } = render(<AccountDeletedNotice />)
  expect((await screen.findByRole('status')).textContent).toContain('Your account is deleted.')
  unmount()
  render(<AccountDeletedNotice />)
  expect(screen.getByRole('status').textContent).toBe('')
})

it('asks nobody about a form that is not saved, since "Stay" would leave a page of an account that is gone', async () => {
  storeLogin(menteeLogin)
  fakeLocation('/mentees/settings')
  const { unmount } = renderHook(() => useUnsaved(true))
  await signOutAfterDeletion('mentee')
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
  unmount()
})

it.each([
  ['nor a subscription to more', false],
  ['and the subscription to another who is signed in here', true],
])('leaves no notice of the account on the device, %s', async (_, isOtherHere) => {
  storeLogin(menteeLogin)
  if (isOtherHere) storeLogin(mentorLogin)
  const { assign } = fakeLocation('/mentees/settings')
  const [close, unsubscribe] = [vi.fn(), vi.fn(async () => true)]
  const registration = {
    getNotifications: async () => [{ close }],
    pushManager: { getSubscription: async () => ({ unsubscribe }) },
  }
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', class {})
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
  await signOutAfterDeletion('mentee')
  const calls = [close, unsubscribe, assign].map(({ mock }) => mock.calls.length)
  expect(calls).toEqual([1, isOtherHere ? 0 : 1, 1])
})
