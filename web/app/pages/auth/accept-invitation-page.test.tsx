import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { renderSite } from '../../testing/site-stub.tsx'
import AcceptInvitationPage, { clientLoader } from './accept-invitation-page.tsx'

afterEach(() => void vi.unstubAllGlobals())

const path = '/auth/accept-invitation'
const open = () =>
  renderSite(
    [
      {
        path,
        Component: AcceptInvitationPage,
        loader: (args) => clientLoader(args as Parameters<typeof clientLoader>[0]),
      },
    ],
    `${path}?token=of-the-mail`,
  )
const invitation = { status: 200, body: { email: 'meera@example.in', invitedBy: 'Dev Rao' } }
const isReading = (url: string) => url.endsWith('/read-invitation')
const fillIn = async (name: string, password: string) => {
  await userEvent.type(await screen.findByLabelText('Your name'), name)
  await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Become a moderator' }))
}

it('says who invites, makes the account, and leads to the sign-in of moderators', async () => {
  const requests = fakeServer(({ url }) =>
    isReading(url) ? invitation : { status: 201, body: { message: 'Welcome.' } },
  )
  open()
  expect(await screen.findByText(/Dev Rao invites you to moderate Marga/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('meera@example.in')
  await fillIn('Meera Nair', 'a long test passphrase')
  expect(await screen.findByRole('heading', { name: 'You are a moderator now' })).toBeTruthy()
  const href = screen.getByRole('link', { name: 'Sign in as a moderator' }).getAttribute('href')
  expect(href).toBe('/auth/login?modarators')
  expect(requests.at(-1)!.body).toEqual({
    token: 'of-the-mail',
    name: 'Meera Nair',
    password: 'a long test passphrase',
  })
})

it('says at its field what is wrong with a password', async () => {
  fakeServer(({ url }) =>
    isReading(url)
      ? invitation
      : errorResponse(400, 'invalid_request', 'x', { fields: { password: 'Too common.' } }),
  )
  open()
  await fillIn('Meera', 'password1234')
  expect(await screen.findByText('Too common.')).toBeTruthy()
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true')
})

it('says that a link was used, before and after the form was filled in', async () => {
  let isUsed = false
  fakeServer(({ url }) =>
    isReading(url) && !isUsed
      ? invitation
      : errorResponse(400, 'invalid_token', 'This invitation has expired.'),
  )
  const { unmount } = open()
  await screen.findByLabelText('Your name')
  isUsed = true
  await fillIn('Meera', 'a long test passphrase')
  expect((await screen.findByRole('alert')).textContent).toBe('This invitation has expired.')
  unmount()
  open()
  expect(await screen.findByRole('heading', { name: 'Not a valid invitation' })).toBeTruthy()
  expect(screen.getByText(/was used already/)).toBeTruthy()
})
