import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { renderInArea } from '../../testing/area-stub.tsx'
import { accused, caseOf, claimOf, evidenceOf, listOf } from '../../testing/case-samples.ts'
import { leaveCase } from '../../testing/case-stub.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { moderatorLogin } from '../../testing/logins.ts'
import CasePage from './case-page.tsx'

afterEach(leaveCase)

const application = {
  mentorId: accused._id,
  name: 'Vikram Iyer',
  firstName: 'Vikram',
  lastName: 'Iyer',
  email: 'vikram@example.in',
  isEmailVerified: true,
  phone: '9876543210',
  jobTitle: 'Engineer',
  firmName: 'Rangoli Systems',
  location: null,
  bio: 'Twelve years of backends.',
  educationalQualification: 'B.E.',
  hourlyRate: 1500,
  expertise: ['Go'],
  website: null,
  twitterUrl: null,
  linkedInUrl: 'https://linkedin.com/in/vikram',
  submittedAt: '2026-11-21T04:00:00.000Z',
  attempts: 1,
  stage: 'info_wanted' as const,
  exchange: [{ at: '2026-11-21T05:00:00.000Z', by: 'moderator' as const, text: 'Where do you work?' }],
  checks: [
    {
      item: 'identity' as const,
      evidence: 'https://example.com/face',
      checkedBy: 'Dev Rao',
      checkedAt: '2026-11-21T05:00:00.000Z',
    },
  ],
}
const shown = caseOf({
  kind: 'application',
  subject: 'Application of Vikram Iyer',
  stage: 'info_wanted',
  people: [{ ...accused, part: 'applicant' }],
  claimedBy: claimOf('Mira Sen', true),
})

function show(shortened?: 'exchange'[]) {
  const requests = fakeServer(({ method, url }) => {
    if (method === 'PUT') return { status: 200, body: { checks: application.checks } }
    if (method === 'PATCH')
      return { status: 200, body: { data: { _id: 'a', mentorId: 'm', stage: 'interview' } } }
    const evidence = evidenceOf({
      application,
      statement: null,
      context: null,
      messages: [],
      refundable: 0,
      shortened,
    })
    return url.includes(shown._id)
      ? { status: 200, body: { case: shown, events: [], evidence } }
      : { status: 200, body: listOf([shown]) }
  })
  const at = `/moderator/cases/${shown._id}`
  renderInArea(<CasePage />, { login: moderatorLogin, at, path: '/moderator/cases/:id' })
  return requests
}

it('ticks the checklist with what proves it, beside links that open elsewhere', async () => {
  const requests = show()
  const list = within(await screen.findByRole('region', { name: 'Checklist' }))
  expect(list.getByText('1 of 5 confirmed')).toBeTruthy()
  expect(screen.getByRole('link', { name: /linkedin/ }).getAttribute('target')).toBe('_blank')
  await userEvent.click(list.getByRole('checkbox', { name: /^Where you work/ }))
  await userEvent.click(list.getByRole('button', { name: 'Confirm' }))
  expect(list.getByText('Say what proves it.')).toBeTruthy()
  await userEvent.type(list.getByLabelText('What proves “Where you work”'), 'An email from there.')
  await userEvent.click(list.getByRole('button', { name: 'Confirm' }))
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({
      item: 'work',
      evidence: 'An email from there.',
    }),
  )
  await userEvent.click(list.getByRole('checkbox', { name: /^Who you are/ }))
  await waitFor(() =>
    expect(requests.findLast(({ method }) => method === 'PUT')?.body).toEqual({
      item: 'identity',
      evidence: null,
    }),
  )
})

it('shows what was asked of the applicant, and moves the application on with a message', async () => {
  const requests = show()
  const part = within(await screen.findByRole('region', { name: 'With the applicant' }))
  expect(part.getByText('Where do you work?')).toBeTruthy()
  expect(part.getByText('Waiting for information')).toBeTruthy()
  await userEvent.click(part.getByRole('button', { name: 'Invite to a conversation' }))
  expect(part.getByText('Say what you want, or when you meet.')).toBeTruthy()
  await userEvent.type(part.getByLabelText('Message to Vikram'), 'Friday at ten?')
  await userEvent.click(part.getByRole('button', { name: 'Invite to a conversation' }))
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'PATCH')?.body).toEqual({
      mentorId: accused._id,
      stage: 'interview',
      text: 'Friday at ten?',
    }),
  )
})

it('offers to accept, to accept on probation and to refuse, one of them', async () => {
  show()
  const part = within(await screen.findByRole('region', { name: 'The decision' }))
  await userEvent.click(part.getByRole('checkbox', { name: /^Accept on probation/ }))
  await userEvent.click(part.getByRole('checkbox', { name: /^Refuse/ }))
  const ticked = part.getAllByRole<HTMLInputElement>('checkbox').filter(({ checked }) => checked)
  expect(ticked.map(({ name }) => name)).toEqual(['outcome-reject'])
  expect(part.getByLabelText('Text to the applicant')).toBeTruthy()
})

it('says of the exchange that older messages are not shown, where that is so', async () => {
  show(['exchange'])
  const part = within(await screen.findByRole('region', { name: 'With the applicant' }))
  expect(part.getByText('These are the newest 1 messages. Older ones are not shown.')).toBeTruthy()
})
