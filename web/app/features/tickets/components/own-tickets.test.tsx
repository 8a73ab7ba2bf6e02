import type { MemberRole } from '@marga/contract/roles'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { storeLogin } from '../../../lib/auth-storage.ts'
import type { KnownPeople } from '../../../lib/known-people.ts'
import { errorResponse, fakeServer, type SeenRequest } from '../../../testing/fake-server.ts'
import { menteeLogin } from '../../../testing/logins.ts'
import { Toaster } from '../../../ui/toaster.tsx'
import { subjectOf, type TicketAbout } from '../rules.ts'
import { OwnTickets } from './own-tickets.tsx'

const mentor = {
  _id: '0198a000-0000-7000-8000-000000000002',
  firstName: 'Asha',
  lastName: 'Iyer',
  profileImageUrl: null,
}
const messageId = '0198a000-0000-7000-8000-0000000000a1'
const knownOf = (people: readonly (typeof mentor)[]) => ({ people, isLoading: false, failure: null })
let count = 0
const ticketOf = ({ body }: SeenRequest) => ({
  _id: `t${++count}`,
  ticketId: `t${count}`,
  raisedBy: { ...mentor, role: 'mentee' },
  subject: '',
  context: null,
  status: 'open',
  createdAt: '2026-11-21T04:00:00.000Z',
  ...(body as object),
  complaint: { accusedId: mentor },
})

afterEach(() => void vi.unstubAllGlobals())

function show(
  role: MemberRole = 'mentee',
  personId: string | null = null,
  referred: TicketAbout['referred'] = null,
  known: KnownPeople = knownOf([mentor]),
) {
  storeLogin({ ...menteeLogin, role })
  const client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <OwnTickets owner={{ role, userId: menteeLogin.userId }} known={known} about={{ personId, referred }} />
      <Toaster />
    </QueryClientProvider>,
  )
  return client
}
async function fillAndSend() {
  await userEvent.type(screen.getByLabelText('Subject'), 'Late')
  await userEvent.type(screen.getByLabelText('What happened?'), 'She came late.')
  await userEvent.click(screen.getByRole('button', { name: 'Raise ticket' }))
}

it('says what to do while there are no tickets', async () => {
  fakeServer(() => ({ status: 200, body: { listOfTickets: [] } }))
  show()
  expect(await screen.findByText('No tickets')).toBeTruthy()
})

it('names the zone of its times', async () => {
  const listOfTickets = [ticketOf({ body: {} } as SeenRequest)]
  fakeServer(() => ({ status: 200, body: { listOfTickets } }))
  show()
  expect(await screen.findByText(/^Times are in /)).toBeTruthy()
})

it('sends whom, subject and content as a mentee, and lists the ticket at once', async () => {
  const requests = fakeServer((request) =>
    request.method === 'GET'
      ? { status: 200, body: { listOfTickets: [] } }
      : { status: 201, body: { data: ticketOf(request) } },
  )
  show('mentee', mentor._id)
  await screen.findByText('No tickets')
  await fillAndSend()
  expect(await screen.findByText('About Asha Iyer')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'POST')).toMatchObject({
    url: `/api/mentees/raise-ticket/${menteeLogin.userId}`,
    body: { complaint: { accusedId: mentor._id }, subject: 'Late', content: 'She came late.' },
  })
  expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe('')
})

it('lists a ticket once that was there before its answer, as on a slow line after a look at another window', async () => {
  let answer = () => {}
  const isAnswered = new Promise<void>((go) => {
    answer = go
  })
  let listed: object[] = []
  fakeServer(async (request) => {
    if (request.method === 'GET') return { status: 200, body: { listOfTickets: listed } }
    const data = ticketOf(request)
    listed = [data]
    await isAnswered
    return { status: 201, body: { data } }
  })
  const client = show('mentee', mentor._id)
  await screen.findByText('No tickets')
  await fillAndSend()
  await act(() => client.invalidateQueries())
  expect(await screen.findByText('About Asha Iyer')).toBeTruthy()
  answer()
  await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe(''))
  expect(screen.getAllByText('About Asha Iyer')).toHaveLength(1)
})

it('knows person and session when a missed session led here, for the first ticket only', async () => {
  const requests = fakeServer((request) =>
    request.method === 'GET'
      ? { status: 200, body: { listOfTickets: [] } }
      : { status: 201, body: { data: ticketOf(request) } },
  )
  const session = {
    kind: 'slot',
    id: '0198a000-0000-7000-8000-0000000000d1',
    at: '2026-11-21T04:00:00.000Z',
  } as const
  show('mentee', mentor._id, session)
  await screen.findByText('No tickets')
  const subject = subjectOf(session)
  expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe(subject)
  await userEvent.type(screen.getByLabelText('What happened?'), 'I was there.')
  await userEvent.click(screen.getByRole('button', { name: 'Raise ticket' }))
  await screen.findByText('About Asha Iyer')
  await userEvent.selectOptions(screen.getByLabelText('Which mentor?'), mentor._id)
  await fillAndSend()
  const sent = () => requests.filter(({ method }) => method === 'POST').map(({ body }) => body)
  await vi.waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[0]).toEqual({
    complaint: { accusedId: mentor._id },
    subject,
    content: 'I was there.',
    context: { kind: 'slot', id: session.id },
  })
  expect(sent()[1]).not.toHaveProperty('context')
})

it('wraps it in a ticketObject as a mentor', async () => {
  const requests = fakeServer((request) =>
    request.method === 'GET'
      ? { status: 200, body: { listOfTickets: [] } }
      : { status: 201, body: { data: ticketOf(request) } },
  )
  show('mentor', mentor._id)
  await fillAndSend()
  await vi.waitFor(() =>
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
      ticketObject: { complaint: { accusedId: mentor._id }, subject: 'Late', content: 'She came late.' },
    }),
  )
})

it('says "Something went wrong" when it could not be posted, and keeps what was typed', async () => {
  fakeServer(({ method }) =>
    method === 'GET' ? { status: 200, body: { listOfTickets: [] } } : errorResponse(500, 'internal'),
  )
  show('mentee', mentor._id)
  await fillAndSend()
  expect(await screen.findByText('Something went wrong')).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('What happened?').value).toBe('She came late.')
})

it('sends nothing about nobody', async () => {
  const requests = fakeServer(() => ({ status: 200, body: { listOfTickets: [] } }))
  show()
  await fillAndSend()
  expect(screen.getByText('Choose the mentor.')).toBeTruthy()
  expect(requests.every(({ method }) => method === 'GET')).toBe(true)
})

it('says of nobody that there is none to report while they are not known, and asks again', async () => {
  fakeServer(() => ({ status: 200, body: { listOfTickets: [] } }))
  const onRetry = vi.fn()
  const failure = { message: 'The connection was lost. Please try again.', onRetry, isRetrying: false }
  show('mentee', null, null, { people: [], isLoading: false, failure })
  expect(await screen.findByText('The connection was lost. Please try again.')).toBeTruthy()
  expect(screen.queryByText(/^You can report a mentor/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

it('says that the message goes along for as long as its sender is chosen, and sends it then', async () => {
  const requests = fakeServer((request) =>
    request.method === 'GET'
      ? { status: 200, body: { listOfTickets: [] } }
      : { status: 201, body: { data: ticketOf(request) } },
  )
  const other = { ...mentor, _id: '0198a000-0000-7000-8000-000000000003', firstName: 'Kiran' }
  show('mentee', mentor._id, { kind: 'message', id: messageId, at: null }, knownOf([mentor, other]))
  const note = /^Moderators see this message with your ticket/
  expect(await screen.findByText(note)).toBeTruthy()
  await userEvent.selectOptions(screen.getByLabelText('Which mentor?'), other._id)
  expect(screen.queryByText(note)).toBeNull()
  await userEvent.selectOptions(screen.getByLabelText('Which mentor?'), mentor._id)
  expect(screen.getByText(note)).toBeTruthy()
  await fillAndSend()
  await vi.waitFor(() =>
    expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
      context: { kind: 'message', id: messageId },
    }),
  )
})

it('keeps what was typed when the person of the link comes in late', async () => {
  fakeServer(() => ({ status: 200, body: { listOfTickets: [] } }))
  storeLogin({ ...menteeLogin, role: 'mentee' })
  const client = new QueryClient()
  const withPeople = (known: readonly (typeof mentor)[]) => (
    <QueryClientProvider client={client}>
      <OwnTickets
        owner={{ role: 'mentee', userId: menteeLogin.userId }}
        known={knownOf(known)}
        about={{ personId: mentor._id, referred: null }}
      />
    </QueryClientProvider>
  )
  const { rerender } = render(withPeople([{ ...mentor, _id: 'another' }]))
  await userEvent.type(screen.getByLabelText('What happened?'), 'She came late.')
  rerender(withPeople([{ ...mentor, _id: 'another' }, mentor]))
  expect(screen.getByLabelText<HTMLSelectElement>('Which mentor?').value).toBe(mentor._id)
  expect(screen.getByLabelText<HTMLTextAreaElement>('What happened?').value).toBe('She came late.')
})

it('says that one feels harassed, with how soon a moderator looks', async () => {
  const requests = fakeServer((request) =>
    request.method === 'GET'
      ? { status: 200, body: { listOfTickets: [] } }
      : { status: 201, body: { data: ticketOf(request) } },
  )
  show('mentee', mentor._id)
  await screen.findByText('No tickets')
  await userEvent.click(screen.getByRole('checkbox', { name: /threatened.*within 24 hours/ }))
  await fillAndSend()
  await vi.waitFor(() =>
    expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({ isHarassment: true }),
  )
})
