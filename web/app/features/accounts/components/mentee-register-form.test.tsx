import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { errorResponse, fakeServer } from '../../../testing/fake-server.ts'
import { MenteeRegisterForm } from './mentee-register-form.tsx'

afterEach(() => void vi.unstubAllGlobals())

const values = {
  'First name': ' Neha ',
  'Last name': 'Rao',
  Email: 'neha@example.in',
  'Phone number': '9876543210',
  Password: 'quite-long-9',
  'Confirm password': 'quite-long-9',
}

async function fillAndSend(changes: Partial<typeof values> = {}) {
  const onRegistered = vi.fn()
  render(<MenteeRegisterForm onRegistered={onRegistered} />)
  for (const [label, text] of Object.entries({ ...values, ...changes })) {
    if (text) await userEvent.type(screen.getByLabelText(label), text)
  }
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  return onRegistered
}

it('sends trimmed names and reports success', async () => {
  const requests = fakeServer(() => ({ status: 201, body: { message: 'ok', data: { menteeId: 'x' } } }))
  const onRegistered = await fillAndSend()
  expect(requests[0]!.body).toMatchObject({ firstName: 'Neha', confirmpassword: 'quite-long-9' })
  expect(onRegistered).toHaveBeenCalledTimes(1)
})

it('ties each complaint to its field and sends nothing', async () => {
  const requests = fakeServer(() => errorResponse(500, 'internal'))
  await fillAndSend({ 'First name': '', Email: 'neha', 'Phone number': '12345', 'Confirm password': 'other' })
  const complaint = (label: string) => {
    const ids = screen.getByLabelText(label).getAttribute('aria-describedby') ?? ''
    return ids
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ')
  }
  expect(complaint('First name')).toContain('First Name is required')
  expect(complaint('Email')).toContain('Invalid email')
  expect(complaint('Phone number')).toContain('Please enter a valid 10-digit mobile number')
  expect(complaint('Confirm password')).toContain('Passwords must match')
  expect(requests).toHaveLength(0)
})

it.each([
  [errorResponse(409, 'already_exists', 'This email is taken.'), 'This email is taken.'],
  ['network-failure' as const, 'Network Issue, Please try again later'],
  [errorResponse(500, 'internal'), 'Please try again later'],
])('shows why it was refused, and keeps what was typed', async (response, text) => {
  fakeServer(() => response)
  const onRegistered = await fillAndSend()
  expect(screen.getByRole('alert').textContent).toBe(text)
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('neha@example.in')
  expect(onRegistered).not.toHaveBeenCalled()
})

it('takes over what stood in the fields before the page was hydrated', async () => {
  const requests = fakeServer(() => ({ status: 201, body: { message: 'ok', data: { menteeId: 'x' } } }))
  const { renderToString } = await import('react-dom/server')
  const { hydrateRoot } = await import('react-dom/client')
  const { act } = await import('react')
  const page = document.createElement('div')
  document.body.append(page)
  const form = <MenteeRegisterForm onRegistered={() => {}} />
  page.innerHTML = renderToString(form)
  expect(page.querySelector('form')!.method).toBe('post')
  for (const [label, text] of Object.entries(values)) {
    screen.getByLabelText<HTMLInputElement>(label).value = text
  }
  const root = await act(async () => hydrateRoot(page, form))
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  expect(requests[0]!.body).toMatchObject({ email: 'neha@example.in', password: 'quite-long-9' })
  await act(async () => root.unmount())
  page.remove()
})
