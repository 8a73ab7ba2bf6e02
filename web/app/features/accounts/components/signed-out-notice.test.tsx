import { cleanup, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { storeSignedOut } from '../../../lib/signed-out.ts'
import { SignedOutNotice } from './signed-out-notice.tsx'

it('says once why somebody is signed out who did not ask for it', () => {
  render(<SignedOutNotice />)
  expect(screen.queryByRole('alert')).toBeNull()
  cleanup()
  storeSignedOut('refused')
  render(<SignedOutNotice />)
  expect(screen.getByRole('alert').textContent).toBe(
    'You have been signed out. Sign in again to go on where you were.',
  )
  cleanup()
  render(<SignedOutNotice />)
  expect(screen.queryByRole('alert')).toBeNull()
  cleanup()
  storeSignedOut('elsewhere')
  render(<SignedOutNotice />)
  expect(screen.getByRole('alert').textContent).toBe('You have been signed out in this browser.')
  cleanup()
  storeSignedOut('reset')
  render(<SignedOutNotice />)
  expect(screen.getByRole('alert').textContent).toBe('Your password is changed. Sign in with the new one.')
})
