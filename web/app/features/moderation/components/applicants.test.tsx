import type { MentorRequest } from '@marga/contract/applicants'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../../testing/area-stub.tsx'
import { errorResponse, fakeServer } from '../../../testing/fake-server.ts'
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
  renderInArea(<Applicants requests={[request(isEmailVerified)]} total={1} />, { login: moderatorLogin })
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
  const requests = fakeServer(() => errorResponse(409, 'email_unverified', sentence))
  show(true)
  expect(await screen.findByText('Email confirmed')).toBeTruthy()
  await userEvent.click(await acceptButton())
  await userEvent.click(await screen.findByRole('button', { name: 'Accept mentor' }))
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(requests[0]!.url).toBe('/api/moderator/mentor_request_accept')
  // The application still waits.
  expect(screen.getByRole('heading', { name: 'Vikram Iyer', hidden: true })).toBeTruthy()
})

const three = ['Vikram', 'Nandini', 'Tara'].map((firstName, index) => ({
  ...request(true),
  mentorId: `0199aa00-0000-7000-8000-00000000000${index + 1}`,
  firstName,
  name: `${firstName} Iyer`,
}))

it('keeps a half-written reason when the dialog is closed by Escape, until it is sent or discarded', async () => {
  fakeServer(() => ({ status: 200, body: { data: {} } }))
  renderInArea(<Applicants requests={three} total={3} />, { login: moderatorLogin })
  const open = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Refuse' }))
    return screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ })
  }
  await userEvent.type(await open(), 'Tell us more about')
  for (const _ of [1, 2, 3]) await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect((await open()).value).toBe('Tell us more about')
  await userEvent.keyboard('{Escape}')
  // Another applicant's reason is another one.
  await userEvent.click(screen.getByRole('button', { name: /^Nandini/ }))
  expect((await open()).value).toBe('')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: /^Vikram/ }))
  await userEvent.type(await open(), ' your work.')
  await userEvent.click(screen.getByRole('button', { name: 'Refuse application' }))
  await screen.findByText('Vikram Iyer was refused')
  expect(Object.keys(localStorage).filter((key) => key.startsWith('marga.draft'))).toEqual([])
})

it('opens an application at its top, wherever the queue had been scrolled to', async () => {
  const scrolled: string[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this.textContent)
  })
  renderInArea(<Applicants requests={three} total={3} />, { login: moderatorLogin })
  await userEvent.click(await screen.findByRole('button', { name: /^Tara/ }))
  expect(scrolled).toEqual(['Tara Iyer'])
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Applicant' }), three[0]!.mentorId)
  expect(scrolled).toEqual(['Tara Iyer', 'Vikram Iyer'])
})

it('counts all who wait, and fetches those behind before the end of the line is reached', async () => {
  const onMore = vi.fn()
  renderInArea(<Applicants requests={three} total={25} onMore={onMore} />, { login: moderatorLogin })
  expect(await screen.findByText('1 of 25')).toBeTruthy()
  expect(onMore).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: /^Tara/ }))
  expect(onMore).toHaveBeenCalledTimes(1)
})

/** The line as it shrinks when others decide. */
function Line() {
  const [line, setLine] = useState(three)
  return (
    <>
      <button type="button" onClick={() => setLine(line.slice(1))}>
        Another moderator decides
      </button>
      <Applicants requests={line} total={line.length} />
    </>
  )
}

it('asks about the one it named, though another moderator decides about them meanwhile', async () => {
  const requests = fakeServer(() =>
    errorResponse(409, 'already_decided', 'Dev Rao has already decided this.', { decidedBy: 'Dev Rao' }),
  )
  renderInArea(<Line />, { login: moderatorLogin })
  await userEvent.click(await screen.findByRole('button', { name: 'Accept' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  fireEvent.click(screen.getByText('Another moderator decides'))
  expect(dialog.getByRole('heading', { name: 'Accept Vikram Iyer?' })).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Accept mentor' }))
  expect(await screen.findByText('Already decided by Dev Rao.')).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([
    expect.objectContaining({ mentorId: three[0]!.mentorId }),
  ])
  expect(await screen.findByRole('heading', { name: 'Nandini Iyer' })).toBeTruthy()
  // Who is only read stays, too, and is offered no longer.
  fireEvent.click(screen.getByText('Another moderator decides'))
  expect(screen.getByRole('heading', { name: 'Nandini Iyer' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('heading', { name: 'Tara Iyer' })).toBeTruthy()
})
