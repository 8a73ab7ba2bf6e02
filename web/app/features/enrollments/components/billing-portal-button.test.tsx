import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../lib/query-client.ts'
import { renderInArea } from '../../../testing/area-stub.tsx'
import { fakeLocation } from '../../../testing/fake-location.ts'
import { fakeServer } from '../../../testing/fake-server.ts'
import { BillingPortalButton } from './billing-portal-button.tsx'

afterEach(() => void vi.unstubAllGlobals())

const url = 'https://pay.example/portal/1'
const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Cards and invoices' }))

it('leads to the page of the payment provider', async () => {
  const { assign } = fakeLocation()
  fakeServer(() => ({ status: 201, body: { url } }))
  renderInArea(<BillingPortalButton />, { at: '/mentees/settings' })
  await press()
  await vi.waitFor(() => expect(assign.mock.calls).toEqual([[url]]))
})

it('leads nobody there who has left before the answer came', async () => {
  const { assign } = fakeLocation()
  let resolveAnswer!: (value: { status: number; body: object }) => void
  const answer = new Promise<{ status: number; body: object }>((resolve) => {
    resolveAnswer = resolve
  })
  fakeServer(() => answer)
  renderInArea(
    <>
      <BillingPortalButton />
      <Link to="/mentees">Home</Link>
    </>,
    { at: '/mentees/settings' },
  )
  await press()
  await userEvent.click(screen.getByRole('link', { name: 'Home' }))
  expect(await screen.findByText('elsewhere')).toBeTruthy()
  resolveAnswer({ status: 201, body: { url } })
  await vi.waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect(assign).not.toHaveBeenCalled()
})
