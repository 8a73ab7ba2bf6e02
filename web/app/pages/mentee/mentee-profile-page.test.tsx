import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { readLogin } from '../../lib/auth-storage.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { menteeLogin } from '../../testing/logins.ts'
import MenteeProfilePage from './mentee-profile-page.tsx'

afterEach(() => void vi.unstubAllGlobals())

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

async function save(works: boolean) {
  const requests = fakeServer(({ method, body }) => {
    if (method === 'GET') return { status: 200, body: { menteeProfileDetails: profile } }
    if (!works) return errorResponse(500, 'internal')
    return { status: 200, body: { menteeProfileDetails: { ...profile, ...(body as object) } } }
  })
  renderInArea(
    <Suspense>
      <MenteeProfilePage />
    </Suspense>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Edit profile' }))
  const name = screen.getByLabelText('First name')
  await userEvent.clear(name)
  await userEvent.type(name, 'Asha')
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }))
  return requests
}

it('says "Updation success" and sends only what was changed; the bar follows', async () => {
  const requests = await save(true)
  expect(await screen.findByText('Updation success')).toBeTruthy()
  expect(requests.at(-1)).toMatchObject({ method: 'PATCH', body: { firstName: 'Asha' } })
  expect(readLogin('mentee')?.name).toBe('Asha Rao')
})

it('says "Updation Failed" when the profile was not changed, and keeps what was typed', async () => {
  await save(false)
  expect(await screen.findByText('Updation Failed')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Asha')
})
