import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../testing/area-stub.tsx'
import { errorResponse, fakeServer, type SeenRequest } from '../../testing/fake-server.ts'
import { moderatorLogin } from '../../testing/logins.ts'
import ModeratorsPage from './moderators-page.tsx'

afterEach(() => void vi.unstubAllGlobals())

const dev = {
  _id: 'a',
  name: 'Dev Rao',
  email: 'dev@example.in',
  isTwoFactorOn: true,
  createdAt: '2026-11-01T04:00:00.000Z',
  isYou: true,
}
const meera = { ...dev, _id: 'b', name: 'Meera Nair', email: 'meera@example.in', isYou: false }
const invitation = {
  _id: 'i1',
  email: 'new@example.in',
  invitedBy: 'Dev Rao',
  createdAt: '2026-11-21T04:00:00.000Z',
  expiresAt: '2026-11-28T04:00:00.000Z',
}
type Reply = { status: number; body: unknown }
const serve = (
  data: object,
  answer: (request: SeenRequest) => Reply | Promise<Reply> = () => errorResponse(500, 'internal'),
) =>
  fakeServer((request) =>
    request.method === 'GET'
      ? { status: 200, body: { moderators: [dev, meera], invitations: [], ...data } }
      : answer(request),
  )
const open = () => renderInArea(<ModeratorsPage />, { login: moderatorLogin })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

it('lists who moderates and who is invited, and takes an invitation back once asked', async () => {
  const requests = serve({ invitations: [invitation] }, () => ({ status: 200, body: { message: 'Done.' } }))
  open()
  expect((await screen.findByText('meera@example.in')).closest('li')!.textContent).toMatch(
    /^Meera Nair.*Two-step sign-in on/,
  )
  await press('Withdraw the invitation of new@example.in')
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }))
  await waitFor(() =>
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toContain(
      'DELETE /api/moderator/invitations/i1',
    ),
  )
})

it('invites by email, and says at the field who moderates already', async () => {
  const requests = serve({}, ({ body }) =>
    (body as { email: string }).email === 'meera@example.in'
      ? errorResponse(409, 'already_exists', 'x', {
          fields: { email: 'There is a moderator with this email already.' },
        })
      : { status: 201, body: { data: invitation } },
  )
  open()
  const email = await screen.findByLabelText<HTMLInputElement>('Email')
  await userEvent.type(email, 'meera@example.in')
  await press('Send invitation')
  expect(await screen.findByText('There is a moderator with this email already.')).toBeTruthy()
  await userEvent.clear(email)
  await userEvent.type(email, 'new@example.in')
  await press('Send invitation')
  expect(await screen.findByText('Invitation sent')).toBeTruthy()
  expect(email.value).toBe('')
  expect(requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { email: 'meera@example.in' },
    { email: 'new@example.in' },
  ])
})

it('tells the last one why they cannot leave, and sends nothing', async () => {
  const requests = serve({ moderators: [dev] })
  open()
  await press('Stop moderating')
  expect(await screen.findByRole('dialog', { name: 'You are the last moderator' })).toBeTruthy()
  await press('Got it')
  expect(requests.every(({ method }) => method === 'GET')).toBe(true)
})

it('asks whoever leaves for the password, and says what is wrong', async () => {
  let count = 0
  serve({}, () =>
    ++count === 1
      ? errorResponse(403, 'wrong_password', 'x', { fields: { password: 'The password is wrong.' } })
      : errorResponse(409, 'last_moderator', 'You are the last moderator.'),
  )
  open()
  await press('Stop moderating')
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop moderating?' }))
  const leave = () => userEvent.click(dialog.getByRole('button', { name: 'Stop moderating' }))
  await leave()
  expect(dialog.getByText('Password is required')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Password'), 'wrong')
  await leave()
  expect(await dialog.findByText('The password is wrong.')).toBeTruthy()
  await leave()
  expect((await dialog.findByRole('alert')).textContent).toBe('You are the last moderator.')
})

it('cannot be closed or taken back while somebody is leaving', async () => {
  let fail = () => {}
  const failed = new Promise<void>((resolve) => (fail = resolve))
  serve({}, () => failed.then(() => errorResponse(409, 'last_moderator', 'You are the last moderator.')))
  open()
  await press('Stop moderating')
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop moderating?' }))
  await userEvent.type(dialog.getByLabelText('Password'), 'right-one-9{Enter}')
  const keep = dialog.getByRole<HTMLButtonElement>('button', { name: 'Keep moderating' })
  await waitFor(() => expect(keep.disabled).toBe(true))
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'Stop moderating?' })).toBeTruthy()
  fail()
  await waitFor(() => expect(keep.disabled).toBe(false))
  await userEvent.click(keep)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('offers to try again when the list cannot be had', async () => {
  fakeServer(() => errorResponse(500, 'internal', 'Something broke.'))
  open()
  expect(await screen.findByText('Something broke.')).toBeTruthy()
})
