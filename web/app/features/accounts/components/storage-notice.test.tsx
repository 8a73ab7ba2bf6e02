import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { readTheme } from '../../../lib/theme.ts'
import { StorageNotice } from './storage-notice.tsx'

test('says before the sign-in that a browser which blocks site data cannot stay signed in', () => {
  render(<StorageNotice />)
  expect(screen.queryByRole('alert')).toBeNull()
  // As some browsers answer instead of throwing.
  vi.stubGlobal('localStorage', null)
  try {
    expect(readTheme()).toBe('system')
    render(<StorageNotice />)
    expect(screen.getByRole('alert').textContent).toContain('blocks site data')
  } finally {
    vi.unstubAllGlobals()
  }
})
