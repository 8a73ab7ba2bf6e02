import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { storeLogin } from '../../../lib/auth-storage.ts'
import { fakeLocation } from '../../../testing/fake-location.ts'
import { menteeLogin } from '../../../testing/logins.ts'
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
