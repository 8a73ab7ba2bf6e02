import { screen, within } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { moderatorLogin } from '../../testing/logins.ts'
import { accusedId, blockEntry, listedMentee, ticket } from '../../testing/moderator-samples.ts'
import { slotOf } from '../../testing/slot-samples.ts'
import MenteeDossierPage from './mentee-dossier-page.tsx'

beforeEach(() => {
  queryClient.clear()
  toast.dismiss()
})
afterEach(() => void vi.unstubAllGlobals())

it('has a page of one person: tickets about and by them, subscriptions, sessions, what moderators did', async () => {
  const start = '2026-11-20T04:00:00.000Z'
  const mentee = {
    ...listedMentee,
    enrollments: [{ _id: 'e1', with: accusedId, status: 'active', startedAt: start, amount: 6000 }],
    bookings: [
      {
        ...slotOf({ status: 'missed', missedBy: 'mentor', start, end: '2026-11-20T05:00:00.000Z' }),
        mentorId: accusedId,
        title: 'First call',
      },
    ],
    tickets: [
      ticket,
      {
        ...ticket,
        _id: 't9',
        subject: 'Rude',
        complaint: { accusedId: listedMentee },
        raisedBy: { ...accusedId, role: 'mentor' },
      },
    ],
    acts: [{ ...blockEntry, about: { ...listedMentee, role: 'mentee' } }],
  }
  fakeServer(() => ({ status: 200, body: { mentee } }))
  renderInArea(<MenteeDossierPage />, {
    login: moderatorLogin,
    at: '/moderator/mentees-list/m2',
    path: '/moderator/mentees-list/:menteeId',
  })
  expect(await screen.findByRole('heading', { name: 'Neha Rao' })).toBeTruthy()
  const part = (name: string) => within(screen.getByRole('heading', { name }).parentElement!.parentElement!)
  expect(part('Tickets about Neha').getByText('Rude')).toBeTruthy()
  expect(part('Tickets that Neha raised').getByText('Asked for money')).toBeTruthy()
  const mentor = part('Subscriptions').getByRole('link', { name: 'Vikram Iyer' })
  expect(mentor.getAttribute('href')).toBe('/moderator/mentors-list/m1')
  expect(part('Sessions').getByText('Missed by the mentor')).toBeTruthy()
  expect(part('What moderators did').getByText('Asked for money.')).toBeTruthy()
})
