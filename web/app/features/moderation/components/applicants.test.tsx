import type { MentorRequest } from '@marga/contract/moderation'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../../testing/area-stub.tsx'
import { fakeServer, refusal } from '../../../testing/fake-server.ts'
import { moderatorLogin } from '../../../testing/logins.ts'
import { Applicants } from './applicants.tsx'

afterEach(() => void vi.unstubAllGlobals())

const request = (isEmailVerified: boolean): MentorRequest => ({
  mentorId: '0199aa00-0000-7000-8000-000000000001',
  name: 'Vikram Iyer',
  email: 'vikram@example.in',
  isEmailVerified,
  firstName: 'Vikram',
  lastName: 'Iyer',
  phone: '9876543210',
  jobTitle: 'Engineer',
  firmName: 'Rangoli',
  location: null,
  bio: 'Twelve years of backends.',
  educationalQualification: 'B.E.',
  hourlyRate: 1500,
  expertise: ['Go'],
  website: null,
  twitterUrl: null,
  linkedInUrl: null,
  submittedAt: '2026-11-21T10:00:00.000Z',
  attempts: 1,
})
const show = (isEmailVerified: boolean) =>
  renderInArea(<Applicants requests={[request(isEmailVerified)]} />, { login: moderatorLogin })
const acceptButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Accept' })

it('cannot accept somebody whose address is not confirmed, and says why', async () => {
  show(false)
  const button = await acceptButton()
  expect(button.disabled).toBe(true)
  expect(screen.getByText('Email not confirmed')).toBeTruthy()
  const reason = document.getElementById(button.getAttribute('aria-describedby')!)
  expect(reason?.textContent).toContain('Vikram cannot be accepted yet: the email address is not confirmed.')
  await userEvent.click(screen.getByRole('button', { name: 'Refuse' }))
  expect(await screen.findByText(/so we do not write to it/)).toBeTruthy()
})

it('accepts somebody whose address is confirmed, and says so when the server knows better', async () => {
  const sentence = 'The applicant has not confirmed this email address yet.'
  const requests = fakeServer(() => refusal(409, 'email_unverified', sentence))
  show(true)
  expect(await screen.findByText('Email confirmed')).toBeTruthy()
  await userEvent.click(await acceptButton())
  await userEvent.click(await screen.findByRole('button', { name: 'Accept mentor' }))
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(requests[0]!.url).toBe('/api/moderator/mentor_request_accept')
  // The application still waits.
  expect(screen.getByRole('heading', { name: 'Vikram Iyer', hidden: true })).toBeTruthy()
})
