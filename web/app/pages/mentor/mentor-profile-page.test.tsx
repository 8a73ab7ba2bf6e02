import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { ownProfileQuery } from '../../features/mentor-profile/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { draftsKept } from '../../testing/drafts-kept.ts'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
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

const review = {
  _id: 'r1',
  rating: 4,
  text: 'Asked what my team had not.',
  createdAt: '2026-11-21T04:00:00.000Z',
  mentee: { firstName: 'Asha', profileImageUrl: null },
  reply: null,
}
const reviewsAnswer = {
  reviews: [review],
  nextCursor: null,
  summary: { rating: 4, count: 1, byStars: [0, 0, 0, 1, 0] },
}

async function show() {
  renderInArea(
    <Suspense>
      <MentorProfilePage />
    </Suspense>,
    { login: { ...menteeLogin, role: 'mentor' } },
  )
  await screen.findByRole('button', { name: 'Edit profile' })
}
async function open(works: boolean, failure = errorResponse(500, 'internal')) {
  const requests = fakeServer(({ method, url, body }) => {
    if (method === 'GET' && url.includes('/reviews/')) return { status: 200, body: reviewsAnswer }
    if (method === 'GET') return { status: 200, body: { profileData } }
    if (!works) return failure
    const expertise = 'skill' in (body as object) ? ['Go'] : ['Go', 'SQL']
    return { status: 200, body: url.includes('skill') ? { expertise } : { profileData } }
  })
  await show()
  return requests
}
const addSkill = async () => {
  await userEvent.type(screen.getByLabelText(/skill/i, { selector: 'input' }), 'SQL')
  await userEvent.click(screen.getByRole('button', { name: /^Add/ }))
}
const changeTitle = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Edit profile' }))
  await userEvent.type(await screen.findByLabelText('Job title'), ' II')
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }))
}

it('says why the name, title and organisation cannot be changed for now, and keeps what was typed', async () => {
  const message = 'You have changed your name several times.'
  await open(false, errorResponse(429, 'rate_limited', message))
  await changeTitle()
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByLabelText('Job title')).toHaveProperty('value', `${profileData.jobTitle} II`)
})

it('says that published times stay where they are when the time zone changes', async () => {
  await open(true)
  await userEvent.click(screen.getByRole('button', { name: 'Edit profile' }))
  await screen.findByLabelText('Time zone')
  expect(screen.getByText(/Times that you have already published do not move\.$/)).toBeTruthy()
})

it('says "Skill Added" when a skill was added', async () => {
  const requests = await open(true)
  await addSkill()
  expect(await screen.findByText('Skill Added')).toBeTruthy()
  expect(requests.findLast(({ method }) => method !== 'GET')).toMatchObject({
    method: 'PATCH',
    body: { newSkills: ['SQL'] },
  })
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
  expect(requests.findLast(({ method }) => method !== 'GET')).toMatchObject({
    method: 'POST',
    body: { skill: 'Rust' },
  })
  // The pressed button is gone: the next Tab goes on from its list, and not from the top of the page.
  await expect.poll(() => document.activeElement).not.toBe(document.body)
})
it('says "Delettion Failed" when a skill was not removed', async () => {
  await open(false)
  await userEvent.click(screen.getByRole('button', { name: 'Remove Rust' }))
  expect(await screen.findByText('Delettion Failed')).toBeTruthy()
})
/** The profile, with changes of skills that are answered when the test says so, the latest first. */
async function openSlowly() {
  let skills = profileData.expertise
  const held: (() => void)[] = []
  fakeServer(async ({ method, url, body }) => {
    if (method === 'GET' && url.includes('/reviews/')) return { status: 200, body: reviewsAnswer }
    if (method === 'GET') return { status: 200, body: { profileData } }
    const { newSkills = [], skill } = body as { newSkills?: string[]; skill?: string }
    skills = [...skills, ...newSkills].filter((one) => one !== skill)
    const expertise = skills
    await new Promise<void>((go) => held.push(go))
    return { status: 200, body: { expertise } }
  })
  await show()
  const answer = () => {
    for (const go of held.splice(0).reverse()) go()
  }
  return { answer }
}

it('keeps the next skill that is typed while one is being added', async () => {
  const { answer } = await openSlowly()
  await addSkill()
  const field = screen.getByLabelText<HTMLInputElement>(/skill/i, { selector: 'input' })
  await userEvent.clear(field)
  await userEvent.type(field, 'Kotlin')
  answer()
  expect(await screen.findByRole('button', { name: 'Remove SQL' })).toBeTruthy()
  expect(field.value).toBe('Kotlin')
})

it('brings back no skill that is removed, however late the answer to another removal comes', async () => {
  const { answer } = await openSlowly()
  await userEvent.click(screen.getByRole('button', { name: 'Remove Go' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove Rust' }))
  await vi.waitFor(() => {
    answer()
    expect(queryClient.isMutating()).toBe(0)
  })
  expect(screen.queryByRole('button', { name: 'Remove Go' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Remove Rust' })).toBeNull()
})

it('says "Profile Updated successfully" when a mentor changed the profile', async () => {
  await open(true)
  await changeTitle()
  expect(await screen.findByText('Profile Updated successfully')).toBeTruthy()
})
it('sends the year since when a mentor works in the field, and says where it is none', async () => {
  const requests = await open(true)
  await userEvent.click(screen.getByRole('button', { name: 'Edit profile' }))
  const year = await screen.findByLabelText('Working in your field since')
  await userEvent.type(year, 'school')
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }))
  expect(await screen.findByText('Give a year from 1950 on, like 2012.')).toBeTruthy()
  await userEvent.clear(year)
  await userEvent.type(year, '2012')
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }))
  await screen.findByText('Profile Updated successfully')
  const change = requests.find(({ method }) => method === 'PATCH')
  expect(change?.body).toEqual({ workingSince: '2012' })
})
it('sends what was changed in the form, and nothing that was changed elsewhere since it was opened', async () => {
  const requests = await open(true)
  await userEvent.click(screen.getByRole('button', { name: 'Edit profile' }))
  const title = await screen.findByLabelText('Job title')
  const { queryKey } = ownProfileQuery(menteeLogin.userId)
  act(() => void queryClient.setQueryData(queryKey, (own) => own && { ...own, phone: '9000000000' }))
  await userEvent.type(title, ' II')
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }))
  await screen.findByText('Profile Updated successfully')
  const { body } = requests.find(({ method }) => method === 'PATCH')!
  expect(Object.keys(body as object)).toEqual(['jobTitle'])
})
it('says "Something went wrong " when a mentor’s profile was not changed', async () => {
  await open(false)
  await changeTitle()
  expect(await screen.findByText('Something went wrong')).toBeTruthy()
})

it('shows what mentees wrote, and takes a reply to it', async () => {
  const requests = await open(true)
  expect(await screen.findByText('Asked what my team had not.')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Reply to Asha' }))
  await userEvent.type(await screen.findByLabelText('Your reply'), 'Thank you, Asha.')
  await userEvent.click(screen.getByRole('button', { name: 'Publish reply' }))
  expect(await screen.findByText('Your reply is published')).toBeTruthy()
  expect(requests.filter(({ method }) => method === 'POST')).toMatchObject([
    { url: '/api/mentors/review-replies/r1', body: { text: 'Thank you, Asha.' } },
  ])
})
it('keeps a reply that was closed with Escape until it is published', async () => {
  await open(true)
  const reply = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Reply to Asha' }))
    return screen.findByLabelText<HTMLTextAreaElement>('Your reply')
  }
  await userEvent.type(await reply(), 'Thank you')
  await userEvent.keyboard('{Escape}')
  const again = await reply()
  expect(again.value).toBe('Thank you')
  await userEvent.type(again, ', Asha.')
  await userEvent.click(screen.getByRole('button', { name: 'Publish reply' }))
  expect(await screen.findByText('Your reply is published')).toBeTruthy()
  expect(draftsKept()).toEqual([])
})
it('says why a reply was not published, and keeps it', async () => {
  await open(false)
  await userEvent.click(await screen.findByRole('button', { name: 'Reply to Asha' }))
  const text = await screen.findByLabelText<HTMLTextAreaElement>('Your reply')
  await userEvent.type(text, 'Thank you.')
  await userEvent.click(screen.getByRole('button', { name: 'Publish reply' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(text.value).toBe('Thank you.')
})
