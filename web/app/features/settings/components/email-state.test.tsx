import type { MemberRole } from '@marga/contract/roles'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../../testing/area-stub.tsx'
import { errorResponse, fakeServer } from '../../../testing/fake-server.ts'
import { menteeLogin } from '../../../testing/logins.ts'
import { EmailState } from './email-state.tsx'

afterEach(() => void vi.unstubAllGlobals())

const show = (role: MemberRole, isVerified: boolean) =>
  renderInArea(<EmailState of={role} email="neha@example.in" isVerified={isVerified} />, {
    login: { ...menteeLogin, role },
  })

it.each([
  ['mentee', '/api/mentees/send-verification'],
  ['mentor', '/api/mentors/send-verification'],
] as const)('asks for the mail again for a %s whose address is not confirmed', async (role, url) => {
  const requests = fakeServer(() => ({ status: 200, body: { message: 'ok' } }))
  show(role, false)
  expect(await screen.findByText('Email not confirmed')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Send confirmation email' }))
  expect(await screen.findByText('The email is on its way')).toBeTruthy()
  expect(requests.map((request) => request.url)).toEqual([url])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Email sent' }).disabled).toBe(true)
})

it('offers no mail for a confirmed address', async () => {
  show('mentee', true)
  expect(await screen.findByText('Email confirmed')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send confirmation email' })).toBeNull()
})

it('says when too many mails were asked for', async () => {
  fakeServer(() => errorResponse(429, 'rate_limited', 'Too many attempts.'))
  show('mentor', false)
  await userEvent.click(await screen.findByRole('button', { name: 'Send confirmation email' }))
  expect(await screen.findByText('Too many attempts.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send confirmation email' }).disabled).toBe(
    false,
  )
})
