import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../testing/area-stub.tsx'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { menteeLogin } from '../../testing/logins.ts'
import { mentorOf } from '../../testing/mentor-samples.ts'
import MentorProfilePage from './mentor-profile-page.tsx'

afterEach(() => void vi.unstubAllGlobals())

const profileData = {
  ...mentorOf({ expertise: ['Go', 'Rust'] }),
  email: 'a@b.in',
  isEmailVerified: true,
  phone: '9876543210',
  locale: null,
}

async function open(works: boolean) {
  const requests = fakeServer(({ method, url }) => {
    if (method === 'GET') return { status: 200, body: { profileData } }
    if (!works) return refusal(500, 'internal')
    return { status: 200, body: url.includes('skill') ? { expertise: ['Go', 'SQL'] } : { profileData } }
  })
  renderInArea(
    <Suspense>
      <MentorProfilePage />
    </Suspense>,
    { login: { ...menteeLogin, role: 'mentor' } },
  )
  await screen.findByRole('button', { name: 'Edit profile' })
  return requests
}
const addSkill = async () => {
  await userEvent.type(screen.getByLabelText(/skill/i, { selector: 'input' }), 'SQL')
  await userEvent.click(screen.getByRole('button', { name: /^Add/ }))
}
const changeTitle = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Edit profile' }))
  await userEvent.type(screen.getByLabelText('Job title'), ' II')
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }))
}

it('says "Skill Added" when a skill was added', async () => {
  const requests = await open(true)
  await addSkill()
  expect(await screen.findByText('Skill Added')).toBeTruthy()
  expect(requests.at(-1)).toMatchObject({ method: 'PATCH', body: { newSkills: ['SQL'] } })
})
it('says "Error" when a skill was not added', async () => {
  await open(false)
  await addSkill()
  expect(await screen.findByText('Error')).toBeTruthy()
})
it('says "Skill Deleted succssfully" when a skill was removed', async () => {
  const requests = await open(true)
  await userEvent.click(screen.getByRole('button', { name: 'Remove Rust' }))
  expect(await screen.findByText('Skill Deleted succssfully')).toBeTruthy()
  expect(requests.at(-1)).toMatchObject({ method: 'POST', body: { skill: 'Rust' } })
})
it('says "Delettion Failed" when a skill was not removed', async () => {
  await open(false)
  await userEvent.click(screen.getByRole('button', { name: 'Remove Rust' }))
  expect(await screen.findByText('Delettion Failed')).toBeTruthy()
})
it('says "Profile Updated successfully" when a mentor changed the profile', async () => {
  await open(true)
  await changeTitle()
  expect(await screen.findByText('Profile Updated successfully')).toBeTruthy()
})
it('says "Something went wrong " when a mentor’s profile was not changed', async () => {
  await open(false)
  await changeTitle()
  expect(await screen.findByText('Something went wrong')).toBeTruthy()
})
