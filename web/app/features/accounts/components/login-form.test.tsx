import type { Role } from '@marga/contract/roles'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeLocation } from '../../../testing/fake-location.ts'
import { errorResponse, fakeServer } from '../../../testing/fake-server.ts'
import { LoginForm } from './login-form.tsx'

afterEach(() => void vi.unstubAllGlobals())

async function signIn(role: Role, { email = 'neha@example.in', password = 'quite-long-9' } = {}) {
  const onLoggedIn = vi.fn()
  render(<LoginForm role={role} onLoggedIn={onLoggedIn} />)
  if (email) await userEvent.type(screen.getByLabelText('Email'), email)
  if (password) await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  return onLoggedIn
}
const answers = {
  mentee: { menteeId: 'id', menteeName: 'Neha', accessToken: 'a', refreshToken: 'r' },
  mentor: { mentorId: 'id', mentorName: 'Neha', mentorAccessToken: 'a', mentorRefreshToken: 'r' },
  moderator: { moderatorId: 'id', moderatorName: 'Neha', moderatorAccessToken: 'a', refreshToken: 'r' },
}

it.each([
  ['mentee', '/api/mentees/login'],
  ['mentor', '/api/mentors/login'],
  ['moderator', '/api/moderator/login'],
] as const)('signs a %s in with the names its own answer uses', async (role, url) => {
  const requests = fakeServer(() => ({ status: 200, body: { profileImageUrl: null, ...answers[role] } }))
  const onLoggedIn = await signIn(role)
  expect(requests[0]).toMatchObject({ url, body: { email: 'neha@example.in', password: 'quite-long-9' } })
  expect(onLoggedIn).toHaveBeenCalledExactlyOnceWith({
    role,
    userId: 'id',
    name: 'Neha',
    profileImageUrl: null,
    accessToken: 'a',
    refreshToken: 'r',
  })
})

it('signs in once, however often the button is pressed while the next page is on its way', async () => {
  const requests = fakeServer(() => ({ status: 200, body: { profileImageUrl: null, ...answers.mentee } }))
  const onLoggedIn = await signIn('mentee')
  expect(onLoggedIn).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(onLoggedIn).toHaveBeenCalledOnce()
  expect(requests).toHaveLength(1)
})

it('loads the page anew where the browser kept it, with what was typed, for going back after a sign-in', async () => {
  const { reload } = fakeLocation('/auth/login')
  const goBack = () => fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }))
  fakeServer((_, count) =>
    count === 1
      ? errorResponse(401, 'invalid_credentials')
      : { status: 200, body: { profileImageUrl: null, ...answers.mentee } },
  )
  const onLoggedIn = await signIn('mentee')
  goBack()
  expect(reload).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(onLoggedIn).toHaveBeenCalled()
  goBack()
  expect(reload).toHaveBeenCalled()
})

it.each([
  ['mentee', errorResponse(401, 'invalid_credentials'), 'Please verify the entered Email and Password'],
  ['mentee', errorResponse(401, 'unauthenticated'), 'Please verify the entered Email and Password'],
  ['mentor', errorResponse(401, 'invalid_credentials'), 'Please try again later'],
  ['mentor', errorResponse(409, 'conflict'), 'Please verify the entered Email and Password'],
  ['mentor', errorResponse(409, 'invalid_credentials'), 'Please verify the entered Email and Password'],
  ['moderator', errorResponse(409, 'invalid_credentials'), 'Please verify the entered Email and Password'],
  ['moderator', errorResponse(401, 'unauthenticated'), 'Please try again later'],
  ['mentee', 'network-failure', 'Please try again later'],
  ['mentor', 'network-failure', 'Please try again later'],
  ['mentee', errorResponse(500, 'internal'), 'Please try again later'],
  ['mentee', errorResponse(403, 'account_blocked', 'You are blocked.'), 'You are blocked.'],
  ['mentor', errorResponse(403, 'application_in_review', 'Still being read.'), 'Still being read.'],
] as const)('says why a %s is not signed in, and stores nothing', async (role, response, text) => {
  fakeServer(() => response)
  const onLoggedIn = await signIn(role)
  expect(screen.getByRole('alert').textContent).toBe(text)
  expect(onLoggedIn).not.toHaveBeenCalled()
  expect(localStorage.length).toBe(0)
})

it('takes the earlier error away with the next attempt', async () => {
  fakeServer((_, count) =>
    count === 1 ? errorResponse(401, 'invalid_credentials') : { status: 200, body: answers.mentee },
  )
  await signIn('mentee')
  expect(screen.getByRole('alert')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('wants a valid email and a password before it asks the server', async () => {
  const requests = fakeServer(() => errorResponse(500, 'internal'))
  await signIn('mentee', { email: 'neha', password: '' })
  expect(screen.getByText('Invalid email')).toBeTruthy()
  expect(screen.getByText('Password is required')).toBeTruthy()
  await userEvent.clear(screen.getByLabelText('Email'))
  expect(await screen.findByText('Email is required')).toBeTruthy()
  expect(requests).toHaveLength(0)
})

it('asks for the code of the app where the account wants one, and sends it along', async () => {
  const requests = fakeServer(({ body }) => {
    const { totp } = body as { totp?: string }
    if (!totp) return errorResponse(403, 'totp_required')
    return totp === '123456'
      ? { status: 200, body: { profileImageUrl: null, ...answers.mentee } }
      : errorResponse(403, 'totp_invalid', 'The authenticator code is wrong.')
  })
  const onLoggedIn = await signIn('mentee')
  const code = await screen.findByLabelText('Authentication code')
  expect(document.activeElement).toBe(code)
  await userEvent.type(code, '000000')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByText('The authenticator code is wrong.')
  await userEvent.clear(code)
  await userEvent.type(code, '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(onLoggedIn).toHaveBeenCalledOnce()
  expect(requests).toHaveLength(3)
})

it('says nothing of the other account type when it changes, and keeps email and password', async () => {
  const requests = fakeServer(({ url, body }) =>
    url.includes('/mentors/') && (body as { totp?: string }).totp !== '123456'
      ? errorResponse(403, 'totp_required')
      : errorResponse(401, 'invalid_credentials'),
  )
  const form = (role: Role) => <LoginForm role={role} onLoggedIn={vi.fn()} />
  const { rerender } = render(form('mentor'))
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await userEvent.type(screen.getByLabelText('Email'), 'neha@example.in')
  await userEvent.type(screen.getByLabelText('Password'), 'quite-long-9')
  await press()
  await userEvent.type(await screen.findByLabelText('Authentication code'), '123456')
  await press()
  expect(await screen.findByRole('alert')).toBeTruthy()
  rerender(form('mentee'))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByLabelText('Authentication code')).toBeNull()
  await press()
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(requests.at(-1)).toMatchObject({ url: '/api/mentees/login' })
  expect(requests.at(-1)!.body).toEqual({ email: 'neha@example.in', password: 'quite-long-9' })
})
