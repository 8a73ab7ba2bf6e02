import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { storeLogin } from '../../../lib/stored-logins.ts'
import { fakeLocation } from '../../../testing/fake-location.ts'
import { menteeLogin } from '../../../testing/logins.ts'
import { leaveAfterDeletion } from '../../settings/leave-after-deletion.ts'
import { PartingWord } from './parting-word.tsx'

afterEach(() => void vi.unstubAllGlobals())

it('says once, where one arrives, that the account is deleted', async () => {
  storeLogin(menteeLogin)
  const { assign } = fakeLocation('/mentees/settings')
  leaveAfterDeletion('mentee')
  expect(assign.mock.calls).toEqual([['/']])
  const { unmount } = render(<PartingWord />)
  expect((await screen.findByRole('status')).textContent).toContain('Your account is deleted.')
  unmount()
  render(<PartingWord />)
  expect(screen.getByRole('status').textContent).toBe('')
})
