import type { Role } from '@marga/contract/roles'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { connectionOf } from '../../../lib/socket.ts'
import { errorResponse, fakeServer } from '../../../testing/fake-server.ts'
import { renderSite } from '../../../testing/site-stub.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'

afterEach(() => void vi.unstubAllGlobals())

const show = (of: Role = 'mentor') =>
  renderSite(
    [
      {
        path: '/settings',
        element: (
          <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
            <TwoFactorSection of={of} />
          </QueryClientProvider>
        ),
      },
    ],
    '/settings',
  )

/** Two-step sign-in that is off, until the code 123456 turns it on. */
function serveSetup(confirmed: Promise<void> = Promise.resolve()) {
  let isOn = false
  return fakeServer(async ({ method, url, body }) => {
    if (method === 'GET') return { status: 200, body: { isOn, backupCodesLeft: isOn ? 2 : 0 } }
    if (url.endsWith('/totp'))
      return { status: 201, body: { secret: 'JBSWY3DPEHPK3PXP', otpauthUrl: 'otpauth://totp/x?secret=JB' } }
    if ((body as { code: string }).code !== '123456')
      return errorResponse(400, 'invalid_code', 'The code is wrong.')
    await confirmed
    isOn = true
    return { status: 200, body: { backupCodes: ['abcde-fghjk', 'mnpqr-stuvw'] } }
  })
}

it('leads by password and code to the backup codes, and then says that it is on', async () => {
  const requests = serveSetup()
  const retry = vi.spyOn(connectionOf('mentor'), 'retry')
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Set up' }))
  await userEvent.type(await screen.findByLabelText('Password'), 'quite-long-9')
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  const drawing = await screen.findByRole('img', { name: 'QR code for your authenticator app' })
  expect([...drawing.children].map((part) => part.getAttribute('fill'))).toEqual(['white', 'black'])
  expect(screen.getByText('JBSWY3DPEHPK3PXP')).toBeTruthy()
  const code = screen.getByLabelText('Authentication code')
  await userEvent.type(code, '999999')
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }))
  await screen.findByText('The code is wrong.')
  expect(retry).not.toHaveBeenCalled()
  await userEvent.clear(code)
  await userEvent.type(code, '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }))
  await screen.findByText('abcde-fghjk')
  // The server takes a moderator's live connection from now on.
  expect(retry).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'I have saved them' }))
  await screen.findByText('On, with 2 backup codes left')
  expect(requests.some(({ body }) => (body as { password?: string })?.password === 'quite-long-9')).toBe(true)
})

it('says what to enter where nothing was', async () => {
  fakeServer(({ method }) =>
    method === 'POST'
      ? errorResponse(400, 'invalid_request', 'Please check.', {
          fields: { password: 'Give your password.' },
        })
      : { status: 200, body: { isOn: false, backupCodesLeft: 0 } },
  )
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Set up' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('Give your password.')).toBeTruthy()
})

it('shows the backup codes until they are saved, though the page learns meanwhile that it is on', async () => {
  serveSetup()
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Set up' }))
  await userEvent.type(await screen.findByLabelText('Password'), 'quite-long-9')
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await userEvent.type(await screen.findByLabelText('Authentication code'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }))
  await screen.findByText('abcde-fghjk')
  // Back from the app that keeps the codes, say.
  fireEvent(window, new Event('visibilitychange'))
  await screen.findByText('On, with 2 backup codes left')
  expect(screen.getByText('abcde-fghjk')).toBeTruthy()
  expect(screen.queryByText('Turn two-step sign-in off?')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'I have saved them' }))
  await userEvent.click(screen.getByRole('button', { name: 'Turn off' }))
  expect(await screen.findByText('Turn two-step sign-in off?')).toBeTruthy()
})

it('cannot be closed while it is turned on, nor before the backup codes were seen', async () => {
  let confirm = () => {}
  serveSetup(new Promise((resolve) => (confirm = resolve)))
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Set up' }))
  await userEvent.type(await screen.findByLabelText('Password'), 'quite-long-9')
  expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await userEvent.type(await screen.findByLabelText('Authentication code'), '123456{Enter}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Close' })).toBeNull())
  await userEvent.keyboard('{Escape}')
  confirm()
  await screen.findByText('abcde-fghjk')
  await userEvent.keyboard('{Escape}')
  expect(screen.getByText('abcde-fghjk')).toBeTruthy()
  // The page knows of it without waiting for the dialog.
  expect(await screen.findByText('On, with 2 backup codes left')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'I have saved them' }))
  expect(screen.queryByText('abcde-fghjk')).toBeNull()
})

it('says to a moderator that nothing else opens before, and to a mentor only that it is off', async () => {
  serveSetup()
  show('moderator')
  expect(await screen.findByText(/nothing else opens before/)).toBeTruthy()
  cleanup()
  show()
  expect(await screen.findByText('Off')).toBeTruthy()
})
