import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { readLogin } from '../../lib/auth-storage.ts'
import { setOwnTimeZone } from '../../lib/dates.ts'
import { hasUnsaved } from '../../lib/unsaved.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { menteeLogin } from '../../testing/logins.ts'
import MenteeProfilePage from './mentee-profile-page.tsx'

afterEach(() => {
  // Saving tells the pages the zone of the account.
  act(() => setOwnTimeZone(null))
  vi.unstubAllGlobals()
})

const profile = {
  _id: menteeLogin.userId,
  firstName: 'Neha',
  lastName: 'Rao',
  email: 'neha@example.in',
  phone: '9876543210',
  profileImageUrl: null,
  about: '',
  interests: [],
  timeZone: 'Asia/Kolkata',
  locale: null,
  isEmailVerified: true,
  createdAt: '2026-11-21T04:00:00.000Z',
}

async function edit({ works = true, given = {} }: { works?: boolean; given?: object } = {}) {
  const shown = { ...profile, ...given }
  const requests = fakeServer(({ method, body }) => {
    if (method === 'GET') return { status: 200, body: { menteeProfileDetails: shown } }
    if (!works) return errorResponse(500, 'internal')
    return { status: 200, body: { menteeProfileDetails: { ...shown, ...(body as object) } } }
  })
  renderInArea(
    <Suspense>
      <MenteeProfilePage />
    </Suspense>,
  )
  await openForm()
  return requests
}
async function openForm() {
  await userEvent.click(await screen.findByRole('button', { name: 'Edit profile' }))
  await screen.findByRole('button', { name: 'Save profile' })
}
const saveProfile = async () => userEvent.click(screen.getByRole('button', { name: 'Save profile' }))

async function save(works: boolean, given = {}) {
  const requests = await edit({ works, given })
  const name = screen.getByLabelText('First name')
  await userEvent.clear(name)
  await userEvent.type(name, 'Asha')
  await saveProfile()
  return requests
}

it('says "Updation success" and sends only what was changed; the bar follows', async () => {
  const requests = await save(true)
  expect(await screen.findByText('Updation success')).toBeTruthy()
  expect(requests.findLast(({ method }) => method !== 'GET')).toMatchObject({
    method: 'PATCH',
    body: { firstName: 'Asha' },
  })
  expect(readLogin('mentee')?.name).toBe('Asha Rao')
})

it('says who can see the phone number', async () => {
  await edit()
  expect(screen.getByText('Only moderators can see it.')).toBeTruthy()
  expect(screen.queryByText(/Never shown/)).toBeNull()
})

it('goes on at the form when it opens, and at the profile when it closes: the pressed button is gone', async () => {
  await edit()
  const goesOnAt = (field: HTMLElement) =>
    expect.poll(() => document.activeElement !== document.body && document.activeElement?.contains(field))
  await goesOnAt(screen.getByLabelText('First name')).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Close without saving' }))
  await goesOnAt(screen.getByText('Time zone')).toBe(true)
})

it('says "Updation Failed" when the profile was not changed, and keeps what was typed', async () => {
  await save(false)
  expect(await screen.findByText('Updation Failed')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Asha')
})

it('names no time zone for an account that has none, unless one is chosen', async () => {
  const requests = await save(true, { timeZone: null })
  await screen.findByText('Updation success')
  expect(requests.findLast(({ method }) => method !== 'GET')!.body).toEqual({ firstName: 'Asha' })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit profile' }))
  await userEvent.selectOptions(screen.getByLabelText('Time zone'), 'Europe/Berlin')
  await saveProfile()
  await vi.waitFor(() =>
    expect(requests.findLast(({ method }) => method !== 'GET')!.body).toEqual({ timeZone: 'Europe/Berlin' }),
  )
})

it('goes on at the interests when one is removed', async () => {
  await edit({ given: { interests: ['Go', 'Rust'] } })
  await userEvent.click(screen.getByRole('button', { name: 'Remove Go' }))
  expect(screen.queryByRole('button', { name: 'Remove Go' })).toBeNull()
  await expect.poll(() => document.activeElement).not.toBe(document.body)
})

it('says at the field that a typed interest is too long, sends nothing, and goes on once it is shorter', async () => {
  const requests = await edit()
  const interests = screen.getByLabelText('Interests')
  await userEvent.type(interests, 'x'.repeat(41))
  expect(hasUnsaved()).toBe(true)
  await saveProfile()
  expect(await screen.findByText('At most 30 interests of 40 characters.')).toBeTruthy()
  expect(interests.getAttribute('aria-invalid')).toBe('true')
  expect(requests.every(({ method }) => method === 'GET')).toBe(true)
  await userEvent.clear(interests)
  await userEvent.type(interests, 'System design')
  await saveProfile()
  expect(await screen.findByText('Updation success')).toBeTruthy()
  expect(requests.findLast(({ method }) => method !== 'GET')!.body).toEqual({ interests: ['System design'] })
})
