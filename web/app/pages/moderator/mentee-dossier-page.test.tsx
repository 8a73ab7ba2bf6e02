import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { formatTimeRange } from '../../lib/dates.ts'
import { queryClient } from '../../lib/query-client.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { caseOf, dossierOf, sanctionOf } from '../../testing/case-samples.ts'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { moderatorLogin } from '../../testing/logins.ts'
import { accusedId, blockEntry, listedMentee, ticket } from '../../testing/moderator-samples.ts'
import { slotOf } from '../../testing/slot-samples.ts'
import MenteeDossierPage from './mentee-dossier-page.tsx'

beforeEach(() => {
  queryClient.clear()
  toast.dismiss()
})
afterEach(() => void vi.unstubAllGlobals())

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

function show(answer: Parameters<typeof fakeServer>[0]) {
  const requests = fakeServer(answer)
  renderInArea(<MenteeDossierPage />, {
    login: moderatorLogin,
    at: '/moderator/mentees-list/m2',
    path: '/moderator/mentees-list/:menteeId',
  })
  return requests
}

it('has a page of one person: standing, sanctions, tickets, subscriptions, sessions, notes, what moderators did', async () => {
  const start = '2026-11-20T04:00:00.000Z'
  const session = {
    ...slotOf({ status: 'missed', missedBy: 'mentor', start, end: '2026-11-20T05:00:00.000Z' }),
    mentorId: accusedId,
    title: 'First call',
    attendance: [{ personId: accusedId._id, from: start, to: '2026-11-20T04:02:00.000Z' }],
    closure: { by: 'mentor' as const, at: '2026-11-20T04:02:00.000Z' },
  }
  const dossier = dossierOf({
    person: { ...dossierOf().person, role: 'mentee', isRestricted: true, suspendedUntil: null, warnings: 2 },
    enrollments: [{ _id: 'e1', with: accusedId, status: 'active', startedAt: start, amount: 6000 }],
    sessions: [session],
    tickets: [
      ticket,
      {
        ...ticket,
        _id: 't9',
        subject: 'Rude',
        complaint: { accusedId: listedMentee },
        raisedBy: { ...accusedId, role: 'mentor' },
      },
    ] as never,
    cases: [caseOf()],
    sanctions: [sanctionOf()],
    notes: [{ at: start, who: 'Dev Rao', text: 'Did it before.', caseId: null }],
    acts: [{ ...blockEntry, about: { ...listedMentee, role: 'mentee' } }],
  })
  const requests = show(() => ({ status: 200, body: dossier }))
  expect(await screen.findByRole('heading', { name: 'Neha Rao' })).toBeTruthy()
  expect(requests[0]!.url).toBe('/api/moderator/people/mentee/m2')
  expect(screen.getByText('Restricted')).toBeTruthy()
  expect(screen.getByText('2 warnings')).toBeTruthy()
  const part = (name: string) => within(screen.getByRole('region', { name }))
  expect(part('Tickets about Neha').getByText('Rude')).toBeTruthy()
  expect(part('Tickets that Neha raised').getByText('Asked for money')).toBeTruthy()
  const mentor = part('Subscriptions').getByRole('link', { name: 'Vikram Iyer' })
  expect(mentor.getAttribute('href')).toBe('/moderator/mentors-list/m1')
  expect(part('Sessions').getByText('Missed by the mentor')).toBeTruthy()
  expect(part('Sessions').getByText(formatTimeRange(start, '2026-11-20T04:02:00.000Z'))).toBeTruthy()
  expect(part('Sessions').getByText(/^The room closed on .*: Vikram blocked the other, or was /)).toBeTruthy()
  expect(part('Cases').getByRole('link').getAttribute('href')).toBe(`/moderator/cases/${caseOf()._id}`)
  expect(part('Notes').getByText('Did it before.')).toBeTruthy()
  expect(part('What moderators did').getByText('Asked for money.')).toBeTruthy()
})

it('says of a list of which the newest came that it has more, and counts no other', async () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ at: minutesAgo(n), text: `Note ${n}` }))
  const notes = many(7).map((note) => ({ ...note, who: 'Dev Rao', caseId: null }))
  const acts = many(6).map(({ text }) => ({ ...blockEntry, _id: text, about: null }))
  show(() => ({ status: 200, body: dossierOf({ notes, acts, shortened: ['notes', 'tickets'] }) }))
  const part = (name: string) => within(screen.getByRole('region', { name }))
  await screen.findByRole('heading', { name: 'Neha Rao' })
  await userEvent.click(part('Notes').getByRole('button', { name: 'Show the newest 7' }))
  expect(part('Notes').getByText('Note 6')).toBeTruthy()
  expect(part('Notes').getByText('Older ones are not shown.')).toBeTruthy()
  await userEvent.click(part('What moderators did').getByRole('button', { name: 'Show all 6' }))
  expect(part('What moderators did').queryByText('Older ones are not shown.')).toBeNull()
  expect(part('Tickets about Neha').getByText('None among the newest.')).toBeTruthy()
  expect(part('Sessions').getByText('There are none.')).toBeTruthy()
})

it('lifts a sanction in force with a text, and keeps the text when that fails', async () => {
  let isDown = true
  const requests = show(({ method }) => {
    if (method !== 'DELETE') return { status: 200, body: dossierOf({ sanctions: [sanctionOf()] }) }
    return isDown ? errorResponse(500, 'internal', 'Broken.') : { status: 200, body: { data: sanctionOf() } }
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Lift' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Lift this: restriction?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Lift' }))
  expect(dialog.getByText('Say why it is lifted.')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Text to Vikram'), 'It was a mistake.')
  await userEvent.click(dialog.getByRole('button', { name: 'Lift' }))
  expect(await screen.findByText('Broken.')).toBeTruthy()
  isDown = false
  await userEvent.click(dialog.getByRole('button', { name: 'Lift' }))
  expect(await screen.findByText('Lifted')).toBeTruthy()
  expect(requests.findLast(({ method }) => method === 'DELETE')).toMatchObject({
    url: `/api/moderator/sanctions/${sanctionOf()._id}`,
    body: { text: 'It was a mistake.' },
  })
})

it('lifts one whose place a later one has taken, and a warning, and says what that does', async () => {
  const replaced = sanctionOf({ isActive: false, isReplaced: true, endedAt: '2026-11-12T04:00:00.000Z' })
  const warning = sanctionOf({ _id: 'w', kind: 'warn', isActive: false, endsAt: null })
  const over = sanctionOf({ _id: 'o', isActive: false, canBeLifted: false, endedAt: replaced.endedAt })
  show(() => ({ status: 200, body: dossierOf({ sanctions: [replaced, warning, over] }) }))
  const [first, second, ...others] = await screen.findAllByRole('button', { name: 'Lift' })
  expect([screen.getAllByText('Over').length, others.length]).toEqual([1, 0])
  expect(screen.getByText('Replaced by a later one')).toBeTruthy()
  for (const [button, text] of [
    [first!, /The later one that stands in its place goes on by its own days/],
    [second!, /It no longer counts, and Vikram is told/],
  ] as const) {
    await userEvent.click(button)
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(text)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Not yet' }))
  }
})

it('keeps the note of a block that failed', async () => {
  show(({ method }) =>
    method === 'PATCH' ? errorResponse(500, 'internal', 'Broken.') : { status: 200, body: dossierOf() },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Block' }))
  await userEvent.type(await screen.findByRole('textbox'), 'Asked for money.')
  await userEvent.click(screen.getByRole('button', { name: 'Block mentee' }))
  expect(await screen.findByText('Please try again later')).toBeTruthy()
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Asked for money.')
})

it('goes on asking whether to block somebody whom another moderator blocks meanwhile, and lets nobody in', async () => {
  let isBlocked = false
  const requests = show(({ method }) =>
    method === 'PATCH'
      ? errorResponse(409, 'already_decided', 'Done.')
      : { status: 200, body: dossierOf({ person: { ...dossierOf().person, isBlocked } }) },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Block' }))
  await userEvent.type(await screen.findByRole('textbox'), 'Asked for money.')
  isBlocked = true
  await act(() => queryClient.invalidateQueries())
  expect(await screen.findByText('Blocked')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Block mentee' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(requests.find(({ method }) => method === 'PATCH')).toMatchObject({
    body: { isBlocked: true, note: 'Asked for money.' },
  })
})
