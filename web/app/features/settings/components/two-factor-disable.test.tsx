import type { Role } from '@marga/contract/roles'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { errorResponse, fakeServer } from '../../../testing/fake-server.ts'
import { renderSite } from '../../../testing/site-stub.tsx'
import { TwoFactorDisable } from './two-factor-disable.tsx'

afterEach(() => void vi.unstubAllGlobals())

const show = (of: Role) =>
  renderSite(
    [
      {
        path: '/settings',
        element: (
          <QueryClientProvider client={new QueryClient()}>
            <TwoFactorDisable of={of} onClose={() => {}} />
          </QueryClientProvider>
        ),
      },
    ],
    '/settings',
  )

async function turnOff() {
  show('mentor')
  await userEvent.type(await screen.findByLabelText('Password'), 'quite-long-9')
  await userEvent.type(screen.getByLabelText('Authentication code'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Turn off' }))
}
const wrongFields = () =>
  [...document.querySelectorAll('[aria-invalid="true"]')].map((field) => field.getAttribute('name'))

it.each([
  ['wrong_password', 403, 'password'],
  ['invalid_code', 400, 'code'],
] as const)('shows "%s" at its field', async (code, status, name) => {
  fakeServer(() => errorResponse(status, code, 'That is wrong.'))
  await turnOff()
  expect(await screen.findByText('That is wrong.')).toBeTruthy()
  expect(wrongFields()).toEqual([name])
})

it('says at a field that was left empty what to enter there', async () => {
  const fields = { password: 'Password is required.' }
  fakeServer(() => errorResponse(400, 'invalid_request', 'Please check the highlighted fields.', { fields }))
  await turnOff()
  expect(await screen.findByText('Password is required.')).toBeTruthy()
  expect(wrongFields()).toEqual(['password'])
})

it('blames no field for a server that has failed', async () => {
  fakeServer(() => errorResponse(500, 'internal', 'It broke.'))
  await turnOff()
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
  expect(wrongFields()).toEqual([])
})

it('says to a moderator, who must have it, what follows', async () => {
  show('moderator')
  expect(await screen.findByText(/nothing but your settings opens/)).toBeTruthy()
  expect(screen.queryByText(/your password alone signs you in/)).toBeNull()
})
