import type { MemberRole } from '@marga/contract/roles'
import { act, fireEvent, screen } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { takeSignedOut } from '../../../lib/signed-out.ts'
import { errorResponse, fakeServer } from '../../../testing/fake-server.ts'
import { renderSite } from '../../../testing/site-stub.tsx'
import { ForgotPassword } from './forgot-password.tsx'

const pages = {
  mentee: () => <ForgotPassword of="mentee" />,
  mentor: () => <ForgotPassword of="mentor" />,
}
const ok = { status: 200, body: { message: 'ok' } }
const settle = (ms = 0) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } })
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await settle(50)
}

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  toast.dismiss()
  await settle(1000)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function open(role: MemberRole = 'mentee') {
  renderSite([{ path: '/forgot', Component: pages[role] }], '/forgot')
  await settle()
}

async function reachStepTwo(role?: MemberRole) {
  await open(role)
  type('Email', ' neha@example.in ')
  await press('Send OTP')
  type('OTP', '123456')
  type('Password', 'quite-long-9')
  type('Confirm password', 'quite-long-9')
}

it('reveals step two once the code is sent, and hides the Send OTP button', async () => {
  const requests = fakeServer(() => ok)
  await open()
  expect(screen.queryByLabelText('OTP')).toBeNull()
  type('Email', 'neha@example.in')
  await press('Send OTP')
  expect(requests[0]).toMatchObject({ url: '/api/mentees/sent-otp', body: { email: 'neha@example.in' } })
  expect(screen.getByLabelText('OTP')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send OTP' })).toBeNull()
})

it('stays at step one and shows an error toast when the code could not be sent', async () => {
  fakeServer(() => errorResponse(429, 'rate_limited', 'Too many attempts.'))
  await open()
  type('Email', 'neha@example.in')
  await press('Send OTP')
  expect(screen.getByText('Too many attempts.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send OTP' })).toBeTruthy()
})

it.each([
  ['mentee', '/api/mentees/verify-otp'],
  ['mentor', '/api/mentors/verify-otp'],
] as const)('sets the new password of a %s and goes to the login after one second', async (role, url) => {
  const requests = fakeServer(() => ok)
  await reachStepTwo(role)
  await press('Change password')
  expect(requests[1]).toMatchObject({
    url,
    body: {
      email: 'neha@example.in',
      otp: '123456',
      password: 'quite-long-9',
      confirmPassword: 'quite-long-9',
    },
  })
  expect(screen.getByText('Password Changed Successfully..!! Please login again')).toBeTruthy()
  await settle(900)
  expect(screen.queryByText('elsewhere')).toBeNull()
  await settle(100)
  expect(screen.getByText('elsewhere')).toBeTruthy()
  expect(takeSignedOut()).toBe('reset')
})

it('says "Error..!!!" with the words of the server when the code is refused, and lets one try again', async () => {
  fakeServer(({ url }) =>
    url.endsWith('verify-otp') ? errorResponse(400, 'invalid_otp', 'The code is wrong.') : ok,
  )
  await reachStepTwo()
  await press('Change password')
  expect(screen.getByText('Error..!!!')).toBeTruthy()
  expect(screen.getByText('The code is wrong.')).toBeTruthy()
  await settle(1500)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Change password' }).disabled).toBe(false)
})

it('sends nothing while the two passwords differ', async () => {
  const requests = fakeServer(() => ok)
  await reachStepTwo()
  type('Confirm password', 'another-long-9')
  await press('Change password')
  expect(screen.getByText('Passwords must match')).toBeTruthy()
  expect(requests).toHaveLength(1)
})

it('offers the way back to the login', async () => {
  await open('mentor')
  expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('/auth/login?mentors')
})

it('begins with the address that was typed at sign-in', async () => {
  renderSite([{ path: '/forgot', Component: pages.mentee }], '/forgot', {}, { email: 'neha@example.in' })
  await settle()
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('neha@example.in')
})

it('keeps its step when the page is loaded again', async () => {
  fakeServer(() => ok)
  const state = { email: 'neha@example.in', sentTo: 'neha@example.in' }
  renderSite([{ path: '/forgot', Component: pages.mentee }], '/forgot', {}, state)
  await settle()
  expect(screen.getByLabelText('OTP')).toBeTruthy()
  await press('Get a new code')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('neha@example.in')
})
