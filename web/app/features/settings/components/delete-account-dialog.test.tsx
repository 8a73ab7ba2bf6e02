import type { MemberRole } from '@marga/contract/roles'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { storeLogin } from '../../../lib/auth-storage.ts'
import { errorResponse, fakeServer } from '../../../testing/fake-server.ts'
import { menteeLogin } from '../../../testing/logins.ts'
import { Toaster } from '../../../ui/toaster.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

afterEach(() => void vi.unstubAllGlobals())

async function open(of: MemberRole = 'mentee') {
  storeLogin({ ...menteeLogin, role: of })
  const onDeleted = vi.fn()
  const onClose = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DeleteAccountDialog of={of} email="neha@example.in" onClose={onClose} onDeleted={onDeleted} />
      <Toaster />
    </QueryClientProvider>,
  )
  return { onDeleted, onClose }
}
const confirm = async () => userEvent.click(await screen.findByRole('button', { name: 'Delete for good' }))

it('asks for the password before anything is sent', async () => {
  const requests = fakeServer(() => errorResponse(500, 'internal'))
  await open()
  await confirm()
  expect(screen.getByText('Password is required')).toBeTruthy()
  expect(requests).toHaveLength(0)
})

it('shows a wrong password at its field', async () => {
  fakeServer(() => errorResponse(403, 'wrong_password', 'The password is wrong.'))
  const { onDeleted } = await open()
  await userEvent.type(await screen.findByLabelText('Password'), 'nope')
  await confirm()
  expect(await screen.findByText('The password is wrong.')).toBeTruthy()
  expect(onDeleted).not.toHaveBeenCalled()
})

it('takes a mailed code where the account has no password', async () => {
  const requests = fakeServer(() => ({ status: 200, body: { message: 'ok' } }))
  const { onDeleted } = await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Get a code by email' }))
  await userEvent.type(await screen.findByLabelText('OTP'), '123456')
  await confirm()
  expect(requests.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['POST', '/api/mentees/sent-otp', { email: 'neha@example.in' }],
    ['DELETE', '/api/mentees/account', { code: '123456' }],
  ])
  expect(onDeleted).toHaveBeenCalledTimes(1)
})

it('says that there is a password where a code is refused for it, and takes that', async () => {
  const words = 'This account has a password. Enter it instead of a code.'
  fakeServer(({ method, body }) =>
    method === 'DELETE' && 'code' in (body as object)
      ? errorResponse(403, 'wrong_password', words, { fields: { code: words } })
      : { status: 200, body: { message: 'ok' } },
  )
  const { onDeleted } = await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Get a code by email' }))
  await userEvent.type(await screen.findByLabelText('OTP'), '123456')
  await confirm()
  expect(await screen.findByText(words)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Enter a password instead' }))
  await userEvent.type(await screen.findByLabelText('Password'), 'right-one-9')
  await confirm()
  expect(onDeleted).toHaveBeenCalledTimes(1)
})

it('cannot be closed or taken back once it is under way', async () => {
  let fail = () => {}
  const failed = new Promise<void>((resolve) => (fail = resolve))
  fakeServer(() => failed.then(() => errorResponse(500, 'internal')))
  const { onClose } = await open()
  await userEvent.type(await screen.findByLabelText('Password'), 'right-one-9')
  await confirm()
  const keep = screen.getByRole<HTMLButtonElement>('button', { name: 'Keep my account' })
  await waitFor(() => expect(keep.disabled).toBe(true))
  await userEvent.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  fail()
  await waitFor(() => expect(keep.disabled).toBe(false))
  await userEvent.click(keep)
  expect(onClose).toHaveBeenCalledOnce()
})

it('says "Something Went Wrong. Please Log out and Try again later" when it fails otherwise', async () => {
  fakeServer(() => errorResponse(500, 'internal', 'boom'))
  await open()
  await userEvent.type(await screen.findByLabelText('Password'), 'right-one-9')
  await confirm()
  expect(await screen.findByText('Something Went Wrong. Please Log out and Try again later')).toBeTruthy()
})

it('tells a mentee what is erased at the payment provider, and what stays', async () => {
  await open('mentee')
  expect(
    await screen.findByText(
      /your name and address are erased at the payment provider too; invoices stay there/,
    ),
  ).toBeTruthy()
})

it('tells a mentor what becomes of the money, and asks nothing about Google', async () => {
  await open('mentor')
  expect(await screen.findByText(/Your mentees are refunded what they have not used\./)).toBeTruthy()
  expect(screen.queryByText(/Google/)).toBeNull()
  expect(screen.queryByText(/If you have paid here/)).toBeNull()
})
