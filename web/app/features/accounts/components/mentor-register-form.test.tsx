import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { hasUnsaved } from '../../../lib/unsaved.ts'
import { errorResponse, fakeServer } from '../../../testing/fake-server.ts'
import { MentorRegisterForm } from './mentor-register-form.tsx'

afterEach(() => void vi.unstubAllGlobals())

const values = {
  'First name': ' Asha ',
  'Last name': 'Iyer',
  Email: ' asha@example.in ',
  'Phone number': '09876543210',
  'Job title': 'Engineer',
  Organisation: 'Rangoli',
  'Hourly rate (₹)': '1,200',
  Bio: 'Twelve years of backends.',
  Education: 'B.E.',
  Skills: 'Go, C++ , go,',
  Password: 'quite-long-9',
  'Confirm password': 'quite-long-9',
}

async function apply(given: Partial<typeof values>) {
  const onOutcome = vi.fn()
  render(<MentorRegisterForm onOutcome={onOutcome} />)
  for (const [label, value] of Object.entries(given)) {
    fireEvent.input(screen.getByLabelText(label), { target: { value } })
  }
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }))
  return onOutcome
}

it('sends the rate as a number, the skills as a list and names without blanks around them', async () => {
  const requests = fakeServer(() => ({ status: 201, body: { message: 'ok' } }))
  const onOutcome = await apply(values)
  await waitFor(() => expect(onOutcome).toHaveBeenCalledWith('submitted'))
  const sent = requests[0]!.body as Record<string, unknown>
  expect(sent).toMatchObject({
    firstName: 'Asha',
    lastName: 'Iyer',
    email: 'asha@example.in',
    jobTitle: 'Engineer',
    firmName: 'Rangoli',
    hourlyRate: 1200,
    expertise: ['Go', 'C++'],
    confirmpassword: 'quite-long-9',
  })
})

it('asks before a half-written application is left, and not once it is sent', async () => {
  fakeServer((_, count) => (count === 1 ? errorResponse(500, 'internal') : { status: 201, body: {} }))
  const onOutcome = await apply(values)
  await waitFor(() => expect(onOutcome).toHaveBeenLastCalledWith('stay'))
  expect(hasUnsaved()).toBe(true)
  await waitFor(() => expect(screen.getByLabelText('Bio').matches(':disabled')).toBe(false))
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }))
  await waitFor(() => expect(onOutcome).toHaveBeenLastCalledWith('submitted'))
  expect(hasUnsaved()).toBe(false)
})

it('requires job title, organisation, bio, education, rate and skills, and no link or place', async () => {
  const requests = fakeServer(() => errorResponse(500, 'internal'))
  await apply({})
  const complaintOf = (label: string) =>
    (screen.getByLabelText(label).getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ')
  await waitFor(() => expect(complaintOf('Job title')).toContain('Job title is required'))
  expect(complaintOf('Organisation')).toContain('Organisation is required')
  expect(complaintOf('Bio')).toContain('Bio is required')
  expect(complaintOf('Education')).toContain('Education is required')
  expect(complaintOf('Hourly rate (₹)')).toContain('Give the hourly rate in rupees.')
  expect(complaintOf('Skills')).toContain('Give at least one skill.')
  for (const label of ['Location (optional)', 'Website', 'LinkedIn', 'Twitter']) {
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).not.toBe('true')
  }
  expect(requests).toHaveLength(0)
})

it.each([
  [
    errorResponse(403, 'account_blocked', 'You are blocked.', { isBlocked: true }),
    'You are blocked.',
    'stay',
  ],
  [errorResponse(409, 'already_exists', 'This email is taken.'), 'This email is taken.', 'leave-to-login'],
  [errorResponse(500, 'internal'), 'Something went wrong..!! Please try Again.', 'stay'],
  ['network-failure' as const, 'Something went wrong..!! Please try Again.', 'stay'],
])('shows why an application was refused', async (response, text, outcome) => {
  fakeServer(() => response)
  const onOutcome = await apply(values)
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  // Whatever an earlier sending led to is over first.
  expect(onOutcome.mock.calls).toEqual([['stay'], [outcome]])
  // What leads to the sign-in by itself asks nobody.
  expect(hasUnsaved()).toBe(outcome === 'stay')
})

it('treats an application that is still under review like a success', async () => {
  fakeServer(() => errorResponse(403, 'application_in_review', 'Still being read.'))
  const onOutcome = await apply(values)
  await waitFor(() => expect(onOutcome).toHaveBeenCalledWith('submitted'))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('shows the skills that were typed before the page was hydrated', async () => {
  const { renderToString } = await import('react-dom/server')
  const { hydrateRoot } = await import('react-dom/client')
  const page = document.createElement('div')
  document.body.append(page)
  const form = <MentorRegisterForm onOutcome={() => {}} />
  page.innerHTML = renderToString(form)
  screen.getByLabelText<HTMLInputElement>('Skills').value = values.Skills
  const root = await act(async () => hydrateRoot(page, form))
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Go', 'C++'])
  await act(async () => root.unmount())
  page.remove()
})
