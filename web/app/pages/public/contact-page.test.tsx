import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { hasUnsaved } from '../../lib/unsaved.ts'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { renderSite } from '../../testing/site-stub.tsx'
import ContactPage from './contact-page.tsx'

afterEach(() => void vi.unstubAllGlobals())

const pages = [{ path: '/contact', Component: ContactPage }]

it('names an address for people who cannot sign in', async () => {
  renderSite(pages, '/contact', { contactEmail: 'help@marga.test' })
  expect(await screen.findByRole('link', { name: 'help@marga.test' })).toHaveProperty(
    'href',
    'mailto:help@marga.test',
  )
})

async function fillIn() {
  renderSite(pages, '/contact', { contactEmail: 'help@marga.test' })
  await userEvent.type(await screen.findByLabelText('Your name'), 'Asha Rao')
  await userEvent.type(screen.getByLabelText('Email'), 'asha@example.com')
  await userEvent.type(screen.getByLabelText('Message'), 'I cannot sign in.')
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }))
}

it('sends a message of someone who cannot sign in', async () => {
  const requests = fakeServer(() => ({ status: 201, body: { message: 'sent' } }))
  await fillIn()
  expect((await screen.findByRole('status')).textContent).toMatch(/on its way/)
  expect(hasUnsaved()).toBe(false)
  expect(requests[0]).toMatchObject({
    url: '/api/contact',
    body: { name: 'Asha Rao', email: 'asha@example.com', text: 'I cannot sign in.' },
  })
})

it('keeps what was written when it was not sent, and says so', async () => {
  fakeServer(() => errorResponse(503, 'unavailable', 'Later.'))
  await fillIn()
  expect((await screen.findByRole('alert')).textContent).toBe('Your message was not sent. Please try again.')
  expect(screen.getByLabelText('Message')).toHaveProperty('value', 'I cannot sign in.')
  expect(hasUnsaved()).toBe(true)
})

it('says what a ticket about a session or a payment can lead to', async () => {
  renderSite(pages, '/contact')
  expect(await screen.findByText(/money or a call back.*warned, restricted or blocked/)).toBeTruthy()
})

it('promises no address where the operator names none', async () => {
  renderSite(pages, '/contact')
  expect(await screen.findByRole('heading', { name: 'Contact' })).toBeTruthy()
  expect(screen.queryByText(/cannot sign in/)).toBeNull()
})
