import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { errorResponse, fakeServer } from '../../../testing/fake-server.ts'
import { UnconfirmedAddress } from './unconfirmed-address.tsx'

afterEach(() => void vi.unstubAllGlobals())

const send = () => userEvent.click(screen.getByRole('button', { name: 'Send confirmation email' }))

it('sends the link once more, by the secret of the application', async () => {
  const requests = fakeServer(() => ({ status: 200, body: { message: 'ok' } }))
  render(<UnconfirmedAddress token="of-the-application" />)
  await send()
  expect(await screen.findByText(/It is on its way/)).toBeTruthy()
  expect(requests.map(({ url, body }) => [url, body])).toEqual([
    ['/api/mentors/application-status/verification', { token: 'of-the-application' }],
  ])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Email sent' }).disabled).toBe(true)
})

it('says why it was not sent, and lets the person try again', async () => {
  fakeServer(() => errorResponse(429, 'rate_limited', 'Too many attempts.'))
  render(<UnconfirmedAddress token="of-the-application" />)
  await send()
  expect((await screen.findByRole('status')).textContent).toBe('Too many attempts.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send confirmation email' }).disabled).toBe(
    false,
  )
})
