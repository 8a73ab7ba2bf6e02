import type { MemberRole } from '@marga/contract/roles'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { formatShortMoment } from '../../../lib/dates.ts'
import { renderInArea } from '../../../testing/area-stub.tsx'
import { errorResponse, fakeServer } from '../../../testing/fake-server.ts'
import { slotOf } from '../../../testing/slot-samples.ts'
import { SlotProposal } from './slot-proposal.tsx'

afterEach(() => void vi.unstubAllGlobals())

const now = new Date('2030-11-18T10:00:00.000Z')
const slot = slotOf({ status: 'booked', movesLeft: 2 })
const starts = ['2030-11-22T10:00:00.000Z', '2030-11-23T10:00:00.000Z']
const proposalOf = (by: MemberRole) => ({
  _id: 'p1',
  slotId: slot._id,
  by,
  starts,
  text: 'I am on a train.',
  status: 'open',
  expiresAt: '2030-11-21T08:00:00.000Z',
})

function show(by: MemberRole, answer = { status: 200, body: {} as unknown }) {
  const requests = fakeServer(({ method }) =>
    method === 'GET' ? { status: 200, body: { proposals: [proposalOf(by)] } } : answer,
  )
  renderInArea(<SlotProposal of="mentee" slot={slot} now={now} />)
  return requests
}
const take = (start: string) =>
  screen.getByRole('button', { name: `Take this time: ${formatShortMoment(start)}` })

it('lets the other side take one of the times', async () => {
  const data = { ...slot, start: starts[1] }
  const requests = show('mentor', { status: 200, body: { proposal: proposalOf('mentor'), data } })
  expect(await screen.findByRole('heading', { name: 'Ananya proposes another time' })).toBeTruthy()
  expect(screen.getByText('“I am on a train.”')).toBeTruthy()
  await userEvent.click(take(starts[1]!))
  expect(await screen.findByText(`It is on ${formatShortMoment(starts[1]!)} now.`)).toBeTruthy()
  expect(requests.find(({ method }) => method === 'PATCH')).toMatchObject({
    url: '/api/mentees/move-proposals/p1',
    body: { accept: starts[1] },
  })
})

it('lets the other side keep the booked time', async () => {
  const requests = show('mentor', { status: 200, body: { proposal: proposalOf('mentor'), data: slot } })
  await userEvent.click(await screen.findByRole('button', { name: 'Keep the booked time' }))
  expect(await screen.findByText('The booked time stays')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'PATCH')?.body).toEqual({ accept: null })
})

it('shows whoever proposed what they wait for, with nothing to press', async () => {
  show('mentee')
  expect(await screen.findByRole('heading', { name: 'You proposed another time' })).toBeTruthy()
  expect(screen.getByText(/^Ananya can choose until /)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

it('says what to do when the time has gone', async () => {
  show('mentor', errorResponse(400, 'slot_unavailable'))
  await screen.findByRole('heading', { name: 'Ananya proposes another time' })
  await userEvent.click(take(starts[0]!))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This time is no longer possible/)
  expect(take(starts[1]!)).toHaveProperty('disabled', false)
})

it('can be asked for again when it could not be fetched', async () => {
  let isDown = true
  fakeServer(() =>
    isDown ? errorResponse(500, 'internal') : { status: 200, body: { proposals: [proposalOf('mentor')] } },
  )
  renderInArea(<SlotProposal of="mentee" slot={slot} now={now} />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  isDown = false
  await userEvent.click(again)
  expect(await screen.findByRole('heading', { name: 'Ananya proposes another time' })).toBeTruthy()
})
