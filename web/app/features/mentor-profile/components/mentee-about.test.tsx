import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../../testing/area-stub.tsx'
import { menteeId } from '../../../testing/chat-samples.ts'
import { fakeServer } from '../../../testing/fake-server.ts'
import { mentorLogin } from '../../../testing/logins.ts'
import { MenteeAbout } from './mentee-about.tsx'

afterEach(() => void vi.unstubAllGlobals())

const mentee = { _id: menteeId, firstName: 'Diya', lastName: 'Shah', profileImageUrl: null }
async function open(about: string, interests: string[]) {
  const requests = fakeServer(() => ({ status: 200, body: { mentee: { ...mentee, about, interests } } }))
  renderInArea(<MenteeAbout mentee={mentee} />, { login: mentorLogin })
  await userEvent.click(await screen.findByRole('button', { name: 'About Diya Shah' }))
  return requests
}

it('shows a mentor what the mentee wrote', async () => {
  const requests = await open('I lead a team of three.', ['Hiring', 'Go'])
  expect(await screen.findByText('I lead a team of three.')).toBeTruthy()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Hiring', 'Go'])
  expect(requests.map(({ url }) => url)).toEqual([`/api/mentors/mentees/${menteeId}`])
})

it('says that there is nothing yet', async () => {
  await open('', [])
  expect(await screen.findByText('Diya has not written anything about themselves yet.')).toBeTruthy()
})
