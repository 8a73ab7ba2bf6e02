import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import '../../ui/success-dialog-content.tsx'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { renderSite } from '../../testing/site-stub.tsx'
import LoginPage from './login-page.tsx'
import MenteeRegisterPage from './mentee-register-page.tsx'
import MentorRegisterPage from './mentor-register-page.tsx'
import RegistrationSuccessPage from './registration-success-page.tsx'

const settle = (ms = 0) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
const pages = [
  { path: '/auth/login', Component: LoginPage },
  { path: '/auth/mentee-register', Component: MenteeRegisterPage },
  { path: '/auth/mentor-register', Component: MentorRegisterPage },
  { path: '/auth/registrationsuccess', Component: RegistrationSuccessPage },
]
const open = async (at: string) => {
  renderSite(pages, at)
  await settle()
}
const fill = (values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values)) {
    fireEvent.input(screen.getByLabelText(label), { target: { value } })
  }
}
const person = {
  'First name': 'Neha',
  'Last name': 'Rao',
  Email: 'neha@example.in',
  'Phone number': '919876543210',
  Password: 'quite-long-9',
  'Confirm password': 'quite-long-9',
}
const work = {
  'Job title': 'Engineer',
  Organisation: 'Rangoli',
  'Hourly rate (₹)': '1500',
  Bio: 'Twelve years of backends.',
  Education: 'B.E.',
  Skills: 'Go, C++',
}
const create = async () => {
  fireEvent.click(screen.getByRole('button', { name: /^(Create account|Apply again)$/ }))
  await settle(50)
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each([
  ['mentees', '/auth/mentee/forgotpassword', '/auth/mentee-register'],
  ['mentors', '/auth/mentor/forgotpassword', '/auth/mentor-register'],
])(
  'the sign-in of ?%s has its own links for a forgotten password and for newcomers',
  async (marker, ...hrefs) => {
    await open(`/auth/login?${marker}`)
    const found = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(found).toEqual(expect.arrayContaining(hrefs))
    expect(screen.getByText(/Not a member/)).toBeTruthy()
  },
)

it('hides "Not a member", the forgotten password and Google from moderators', async () => {
  await open('/auth/login?modarators')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Moderator' }).checked).toBe(true)
  expect(screen.queryByText(/Not a member/)).toBeNull()
  expect(screen.queryByRole('link', { name: /Forgot/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Sign in with Google' })).toBeNull()
})

it('offers Google to mentees only', async () => {
  await open('/auth/login?mentees')
  expect(screen.getByRole('button', { name: 'Sign in with Google' })).toBeTruthy()
})

it.each([
  ['cancelled', /^You cancelled .* Start again/],
  ['refused', /^Google did not confirm who you are. Please try again/],
  ['unavailable', /^Google cannot be reached right now. Try again in a few minutes/],
  ['expired', /^Signing in took too long.* Please start again.$/],
  ['account_blocked', /^A moderator has blocked or suspended this account.* choose another/],
  ['unverified_email', /^Google has not confirmed the email address.* Confirm it at Google/],
  ['something_else', /^Signing in with Google did not work. Please try again.$/],
])('says why Google led back with %s, and what to do next', async (error, sentence) => {
  await open(`/auth/login?mentees&error=${error}`)
  expect(screen.getByRole('alert').textContent).toMatch(sentence)
})

it('tells a new mentee of the account and goes to /mentees after 5 seconds', async () => {
  fakeServer(() => ({ status: 201, body: { message: 'ok', data: { menteeId: 'x' } } }))
  await open('/auth/mentee-register')
  fill(person)
  await create()
  expect(screen.getByText('Your account has been successfully created.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to sign-in' }).getAttribute('href')).toBe('/mentees')
  await settle(4900)
  expect(screen.queryByText('elsewhere')).toBeNull()
  await settle(100)
  expect(screen.getByText('elsewhere')).toBeTruthy()
})

it('promises a reply to an application after detailed verification', async () => {
  await open('/auth/mentor-register')
  expect(screen.getByText(/we reply by email after detailed verification/)).toBeTruthy()
})

it.each([
  ['a success', { status: 201, body: { message: 'ok' } }],
  ['an application that is still under review', errorResponse(403, 'application_in_review')],
])('shows an applicant the modal and goes to / after 4 seconds, on %s', async (_, answer) => {
  fakeServer(() => answer)
  await open('/auth/mentor-register')
  fill({ ...person, ...work })
  await create()
  expect(screen.getByText('Successfully Submitted your Application')).toBeTruthy()
  expect(screen.getByText('Please be patient..!!We will get back to after detail verification')).toBeTruthy()
  expect(screen.getByText(/nothing was submitted: use the link that we have just emailed/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to sign-in' }).getAttribute('href')).toBe('/auth/login?mentors')
  await settle(3900)
  expect(screen.queryByText('elsewhere')).toBeNull()
  await settle(100)
  expect(screen.getByText('elsewhere')).toBeTruthy()
})

it('lets somebody apply again by the mailed link, which goes along', async () => {
  const requests = fakeServer(() => ({ status: 201, body: { message: 'ok' } }))
  await open('/auth/mentor-register?again=of-the-mail')
  expect(screen.getByRole('heading', { name: 'Apply again as a Mentor' })).toBeTruthy()
  fill({ ...person, ...work })
  await create()
  expect(requests[0]!.body).toMatchObject({ token: 'of-the-mail', email: 'neha@example.in' })
  expect(screen.getByText('Successfully Submitted your Application')).toBeTruthy()
  expect(screen.queryByText(/nothing was submitted/)).toBeNull()
})

it('says when that link is over, and keeps what was typed', async () => {
  fakeServer(() => errorResponse(400, 'invalid_token', 'This link has expired.'))
  await open('/auth/mentor-register?again=long-gone')
  fill({ ...person, ...work })
  await create()
  expect(screen.getByRole('alert').textContent).toBe('This link has expired.')
  expect(screen.getByLabelText<HTMLInputElement>('Job title').value).toBe('Engineer')
})

it('shows an applicant whose account exists why, and goes to the sign-in after 4 seconds', async () => {
  fakeServer(() => errorResponse(409, 'already_exists', 'This email is taken.'))
  await open('/auth/mentor-register')
  fill({ ...person, ...work })
  await create()
  expect(screen.getByRole('alert').textContent).toBe('This email is taken.')
  await settle(4000)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Mentors' }).checked).toBe(true)
})

it('shows the modal for its whole time to an applicant who corrected an email address that is taken', async () => {
  fakeServer(async (_, count) => {
    if (count === 1) return errorResponse(409, 'already_exists', 'This email is taken.')
    await new Promise((done) => setTimeout(done, 500))
    return { status: 201, body: { message: 'ok' } }
  })
  await open('/auth/mentor-register')
  fill({ ...person, ...work })
  await create()
  await settle(3000)
  fill({ Email: 'neha.rao@example.in' })
  await create()
  await settle(500)
  await settle(3900)
  expect(screen.getByText('Successfully Submitted your Application')).toBeTruthy()
  await settle(100)
  expect(screen.getByText('elsewhere')).toBeTruthy()
})

it('has a page that confirms a registration', async () => {
  await open('/auth/registrationsuccess')
  expect(screen.getByRole('heading', { name: 'You are registered' })).toBeTruthy()
})

it('shows a blocked applicant the words of the server, and stays', async () => {
  fakeServer(() => errorResponse(403, 'account_blocked', 'You are blocked.', { isBlocked: true }))
  await open('/auth/mentor-register')
  fill({ ...person, ...work })
  await create()
  await settle(5000)
  expect(screen.getByRole('alert').textContent).toBe('You are blocked.')
})

it.each([
  ['/auth/mentee-register', 'Sign up as a Mentee', 'Sign up as a Mentor', '/auth/mentor-register'],
  ['/auth/mentor-register', 'Sign up as a Mentor', 'Sign up as a Mentee', '/auth/mentee-register'],
])('%s is headed "%s" and leads to the other sign-up', async (at, heading, link, href) => {
  await open(at)
  expect(screen.getByRole('heading', { name: heading })).toBeTruthy()
  expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(href)
})
