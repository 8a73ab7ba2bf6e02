import type { MemberRole } from '@marga/contract/roles'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { storeLogin } from '../../lib/auth-storage.ts'
import { errorResponse, fakeServer, type SeenRequest } from '../../testing/fake-server.ts'
import { menteeLogin } from '../../testing/logins.ts'
import { renderSite } from '../../testing/site-stub.tsx'
import VerifyEmailPage, { clientLoader } from './verify-email-page.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const path = '/auth/verify-email'
const open = (role: MemberRole = 'mentee') =>
  renderSite(
    [
      {
        path,
        Component: VerifyEmailPage,
        loader: (args) => clientLoader(args as Parameters<typeof clientLoader>[0]),
      },
    ],
    `${path}?role=${role}&token=of-the-mail`,
  )
const heading = (name: string) => screen.findByRole('heading', { name })
const ok = { status: 200, body: { message: 'Your address is confirmed.' } }
const bodyOf = ({ body }: SeenRequest) => body
const enter = async (password: string) => {
  await userEvent.clear(screen.getByLabelText('Password'))
  await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Confirm my address' }))
}

it('confirms at once where the account is signed in', async () => {
  storeLogin(menteeLogin)
  const requests = fakeServer(() => ok)
  open()
  expect(await heading('Your email is confirmed')).toBeTruthy()
  expect(requests.map(bodyOf)).toEqual([{ token: 'of-the-mail' }])
  expect(requests[0]!.headers).toHaveProperty('authorization')
  expect(screen.getByRole('link', { name: 'Go to your profile' })).toBeTruthy()
})

it('asks for the password without a session, and keeps the link through a wrong one', async () => {
  const requests = fakeServer(({ body }) => {
    const { password } = body as { password?: string }
    if (password === undefined) return errorResponse(401, 'unauthenticated')
    return password === 'right' ? ok : errorResponse(401, 'invalid_credentials', 'The password is wrong.')
  })
  open('mentor')
  expect(await heading('Confirm your email')).toBeTruthy()
  await enter('wrong')
  expect(await screen.findByText('The password is wrong.')).toBeTruthy()
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true')
  await enter('right')
  expect(await heading('Your email is confirmed')).toBeTruthy()
  expect(requests.map(({ url }) => url)).toEqual(Array(3).fill('/api/mentors/verify-email'))
  expect(bodyOf(requests[2]!)).toEqual({ token: 'of-the-mail', password: 'right' })
})

it('sends the password without the token of another account that is signed in here', async () => {
  storeLogin(menteeLogin)
  const pair = { status: 200, body: { accessToken: 'new-a', refreshToken: 'new-r' } }
  const requests = fakeServer(({ url, body }) => {
    if (url.includes('regenerate')) return pair
    return (body as { password?: string }).password ? ok : errorResponse(401, 'unauthenticated')
  })
  open()
  expect(await heading('Confirm your email')).toBeTruthy()
  await enter('right')
  expect(await heading('Your email is confirmed')).toBeTruthy()
  expect(requests.at(-1)!.headers).not.toHaveProperty('authorization')
  // Who is signed in stays so.
  expect(localStorage.getItem('menteeAuth')).toContain('new-a')
})

it('says that too many passwords were tried, and leaves the form', async () => {
  fakeServer(({ body }) =>
    (body as { password?: string }).password
      ? errorResponse(429, 'rate_limited', 'Too many attempts.')
      : errorResponse(401, 'unauthenticated'),
  )
  open()
  await heading('Confirm your email')
  await enter('guess')
  expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts.')
  expect(screen.getByRole('button', { name: 'Confirm my address' })).toBeTruthy()
})

it('says that the link is over, and where there is a new one', async () => {
  fakeServer(() => errorResponse(400, 'invalid_token', 'The link is wrong or has expired.'))
  open()
  expect(await heading('Not confirmed')).toBeTruthy()
  expect(screen.getByText('The link is wrong or has expired.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/auth/login?mentees')
})

it('offers another try when the server was not reached: the link is still good', async () => {
  fakeServer(() => 'network-failure')
  open()
  expect(await heading('Not confirmed')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
