import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setOwnTimeZone } from '../../lib/dates.ts'
import { timeRequestOf } from '../../testing/availability-samples.ts'
import { errorResponse, type SeenRequest } from '../../testing/fake-server.ts'
import { ok, openHours, prepareHours } from '../../testing/hours-stub.tsx'
import { slotOf } from '../../testing/slot-samples.ts'

beforeEach(() => {
  prepareHours()
  setOwnTimeZone('Asia/Kolkata')
})
afterEach(() => {
  setOwnTimeZone(null)
  vi.unstubAllGlobals()
})

const asked = timeRequestOf({ text: 'After work?' })
const start = asked.starts[1]!

/** One request, until it is answered. */
function open(answerTo: (request: SeenRequest) => { status: number; body: unknown }) {
  let requests = [asked, timeRequestOf({ _id: 'r2', status: 'declined' })]
  return openHours({
    at: '',
    special: (request) => {
      if (!request.url.includes('/time-requests')) return undefined
      if (request.method === 'GET') return ok({ requests })
      const answer = answerTo(request)
      if (answer.status === 200) requests = []
      return answer
    },
  })
}
const region = async () => within(await screen.findByRole('region', { name: 'Times asked for' }))

it('books one of the times that a mentee asks for with one press', async () => {
  const data = slotOf({ status: 'booked', start })
  const seen = open(() => ok({ request: { ...asked, status: 'accepted' }, data }))
  const times = await region()
  expect(times.getAllByRole('article')).toHaveLength(1)
  expect(times.getByText('“After work?”')).toBeTruthy()
  await userEvent.click(times.getByRole('button', { name: 'Take Wed 27 Nov, 6:00 pm, with Neha Rao' }))
  expect(await screen.findByText('It is on Wed 27 Nov, 6:00 pm.')).toBeTruthy()
  expect(seen.find(({ method }) => method === 'PATCH')).toMatchObject({
    url: `/api/mentors/time-requests/${asked._id}`,
    body: { accept: start },
  })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Times asked for' })).toBeNull())
})

it('declines with one press', async () => {
  const seen = open(() => ok({ request: { ...asked, status: 'declined' }, data: null }))
  await userEvent.click((await region()).getByRole('button', { name: 'Decline what Neha Rao asks for' }))
  expect(await screen.findByText('Declined')).toBeTruthy()
  expect(seen.find(({ method }) => method === 'PATCH')!.body).toEqual({ accept: null })
})

it('says beside the times that one is no longer possible, and lets another be taken', async () => {
  open(() => errorResponse(400, 'slot_unavailable'))
  const times = await region()
  await userEvent.click(times.getByRole('button', { name: /^Take Tue 26 Nov/ }))
  expect((await times.findByRole('alert')).textContent).toBe(
    'This time is no longer possible. Take another one, or decline.',
  )
  expect(times.getByRole<HTMLButtonElement>('button', { name: /^Take Wed/ }).disabled).toBe(false)
})
