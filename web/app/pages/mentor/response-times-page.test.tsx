import type { LateAnswer, WaitingQuestion } from '@marga/contract/response-times'
import type { Vacation } from '@marga/contract/vacations'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setOwnTimeZone } from '../../lib/dates.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { availabilityOf } from '../../testing/availability-samples.ts'
import { errorResponse, fakeServer, type SeenRequest } from '../../testing/fake-server.ts'
import { mentorLogin } from '../../testing/logins.ts'
import { mentorOf } from '../../testing/mentor-samples.ts'
import ResponseTimesPage from './response-times-page.tsx'

// Sunday 22 November, 1:00 pm in India.
const now = new Date('2026-11-22T07:30:00.000Z')
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  setOwnTimeZone('Asia/Kolkata')
})
afterEach(() => {
  cleanup()
  setOwnTimeZone(null)
  vi.unstubAllGlobals()
})

const asha = { _id: 'asha', firstName: 'Asha', lastName: 'Rao', profileImageUrl: null }
const ravi = { ...asha, _id: 'ravi', firstName: 'Ravi' }
const waiting: WaitingQuestion[] = [
  {
    conversationId: 'c1',
    menteeId: asha,
    since: '2026-11-20T12:30:00.000Z',
    dueAt: '2026-11-21T12:30:00.000Z',
    isLate: true,
    standstill: null,
  },
  {
    conversationId: 'c2',
    menteeId: ravi,
    since: '2026-11-21T12:30:00.000Z',
    dueAt: '2026-11-22T12:30:00.000Z',
    isLate: false,
    standstill: null,
  },
]
const late: LateAnswer[] = [
  {
    conversationId: 'c3',
    menteeId: ravi,
    since: '2026-11-17T04:30:00.000Z',
    answeredAt: '2026-11-18T10:30:00.000Z',
  },
  { conversationId: 'c1', menteeId: asha, since: '2026-11-20T12:30:00.000Z', answeredAt: null },
  { conversationId: 'c4', menteeId: asha, since: '2026-11-02T04:30:00.000Z', answeredAt: null },
]
const profileData = {
  ...mentorOf(),
  timeZone: 'Asia/Kolkata',
  email: 'a@b.in',
  isEmailVerified: true,
  phone: '1',
  locale: null,
}

type Answer = { status: number; body: unknown } | undefined
type Given = { own?: object; vacations?: Vacation[]; special?: (request: SeenRequest) => Answer }

function open({ own = {}, vacations = [], special = () => undefined }: Given = {}) {
  let kept = vacations
  const requests = fakeServer((request) => {
    const { url } = request
    const answer = special(request)
    if (answer) return answer
    if (url.includes('edit-profile')) return { status: 200, body: { profileData } }
    if (url.includes('/vacations/')) {
      kept = (request.body as Given | undefined)?.vacations ?? kept
      return { status: 200, body: { vacations: kept } }
    }
    return { status: 200, body: { response: null, answers: 0, late: [], waiting: [], ...own } }
  })
  renderInArea(
    <Suspense>
      <ResponseTimesPage />
    </Suspense>,
    { login: mentorLogin },
  )
  return requests
}
const region = async (name: string) => within(await screen.findByRole('region', { name }))

it('shows the median, the share within 24 hours and how many answers these are of', async () => {
  open({ own: { response: { medianMinutes: 200, within24hPercent: 96, count: 48 }, answers: 48 } })
  const figures = await region('The last 90 days')
  expect(figures.getByText('3 h 20 min')).toBeTruthy()
  expect(figures.getByText('96%')).toBeTruthy()
  expect(figures.getByText('48')).toBeTruthy()
})

it('says below ten answers how many are needed before anything is shown', async () => {
  open({ own: { answers: 7 } })
  const figures = await region('The last 90 days')
  expect(figures.getByText('7 of the 10 answers needed before it is shown')).toBeTruthy()
  expect(figures.queryByText(/%/)).toBeNull()
})

it('lists who waits and every late answer, each with the way into its conversation', async () => {
  open({ own: { waiting, late } })
  const waits = (await region('Needs reply')).getAllByRole('link')
  expect(waits.map((link) => link.getAttribute('href'))).toEqual([
    '/mentors/connect/inbox/c1',
    '/mentors/connect/inbox/c2',
  ])
  expect(waits[0]!.textContent).toContain('Since Fri 20 Nov, 6:00 pm')
  expect(waits[0]!.textContent).toContain('Late since yesterday, 6:00 pm')
  expect(waits[1]!.textContent).toContain('5 h left, due today, 6:00 pm')
  const were = await region('Late answers')
  expect(were.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Asked Tue 17 Nov, 10:00 am, answered Wed 18 Nov, 4:00 pm'),
    expect.stringContaining('Asked Fri 20 Nov, 6:00 pm, not answered yet'),
    expect.stringMatching(/Asked Mon 2 Nov, 10:00 am, not answeredConversation/),
  ])
  expect(were.getByRole('link', { name: 'Conversation with Ravi Rao' }).getAttribute('href')).toBe(
    '/mentors/connect/inbox/c3',
  )
})

it('says so where no one waits and nothing was late, and can be asked again when it failed', async () => {
  let isDown = true
  open({
    special: ({ url }) => (isDown && url.includes('/response/') ? errorResponse(500, 'internal') : undefined),
  })
  const again = await screen.findByRole('button', { name: 'Try again' })
  isDown = false
  await userEvent.click(again)
  expect(await screen.findByText('No one is waiting for you.')).toBeTruthy()
  expect(screen.getByText('No answer was late in the last 90 days.')).toBeTruthy()
})

const away: Vacation = { from: '2026-12-03', to: '2026-12-14' }

async function fillDays(from: string, to: string) {
  const form = await region('Time away')
  const fields = [await form.findByLabelText('First day'), form.getByLabelText('Last day')]
  for (const [index, day] of [from, to].entries()) {
    await userEvent.clear(fields[index]!)
    if (day) await userEvent.type(fields[index]!, day)
  }
  await userEvent.click(form.getByRole('button', { name: 'Announce time away' }))
  return form
}
const errorOf = (label: string) => {
  const field = screen.getByLabelText(label)
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
}

it('announces time away, in the order of the days, and says what it does', async () => {
  const requests = open({ vacations: [away] })
  const form = await fillDays('2026-11-25', '2026-11-26')
  expect((await form.findAllByRole('listitem'))[0]!.textContent).toContain('Wed 25 Nov – Thu 26 Nov')
  expect(form.getByText(/the 24 hours stand still/)).toBeTruthy()
  expect(requests.find(({ method }) => method === 'PUT')).toMatchObject({
    url: `/api/mentors/vacations/${mentorLogin.userId}`,
    body: { vacations: [{ from: '2026-11-25', to: '2026-11-26' }, away] },
  })
  expect(screen.getByLabelText<HTMLInputElement>('First day').value).toBe('')
})

it('says at the field what is wrong with the days, and sends nothing', async () => {
  const requests = open({ vacations: [away] })
  await fillDays('2026-11-20', '2026-11-26')
  expect(errorOf('First day')).toBe('Choose today or a later day.')
  await fillDays('2026-12-10', '2026-12-20')
  expect(errorOf('First day')).toBe('You are already away Thu 3 Dec – Mon 14 Dec.')
  await fillDays('2026-12-20', '2027-03-20')
  expect(errorOf('First day')).toBe('')
  expect(errorOf('Last day')).toBe('At most 60 days at once.')
  expect(requests.some(({ method }) => method === 'PUT')).toBe(false)
})

it('shows what the server refuses at its field, and anything else under the form', async () => {
  let fields: object = { 'vacations.0.to': 'This day is over.' }
  open({
    special: ({ method }) =>
      method === 'PUT' ? errorResponse(400, 'invalid_request', 'Please check it.', { fields }) : undefined,
  })
  await fillDays('2026-11-25', '2026-11-26')
  await waitFor(() => expect(errorOf('Last day')).toBe('This day is over.'))
  fields = {}
  await fillDays('2026-11-25', '2026-11-26')
  expect((await screen.findByRole('alert')).textContent).toBe('Please check it.')
})

it('removes one, and is back from one that has begun', async () => {
  const running = { from: '2026-11-20', to: '2026-11-25' }
  const requests = open({ vacations: [running, away] })
  const form = await region('Time away')
  expect((await form.findAllByRole('listitem'))[0]!.textContent).toContain('Fri 20 Nov – Wed 25 Nov (now)')
  await userEvent.click(form.getByRole('button', { name: 'Remove Thu 3 Dec – Mon 14 Dec' }))
  await waitFor(() => expect(form.getAllByRole('listitem')).toHaveLength(1))
  expect(requests.find(({ method }) => method === 'PUT')!.body).toEqual({ vacations: [running] })
  await userEvent.click(form.getByRole('button', { name: 'Remove Fri 20 Nov – Wed 25 Nov' }))
  expect(await form.findByText('You have not announced any time away.')).toBeTruthy()
})

it('leaves what was announced on another device, when one is announced and when one is removed here', async () => {
  const later = { from: '2027-01-04', to: '2027-01-08' }
  let kept = [away]
  const requests = open({
    special: ({ method, url, body }) => {
      if (!url.includes('/vacations/')) return undefined
      if (method === 'PUT') kept = (body as { vacations: Vacation[] }).vacations
      return { status: 200, body: { vacations: kept } }
    },
  })
  const sent = () =>
    requests.filter(({ method }) => method === 'PUT').map(({ body }) => (body as Given).vacations)
  const form = await region('Time away')
  expect(await form.findAllByRole('listitem')).toHaveLength(1)
  kept = [away, later]
  await fillDays('2026-11-25', '2026-11-26')
  const soon = { from: '2026-11-25', to: '2026-11-26' }
  await waitFor(() => expect(sent()).toEqual([[soon, away, later]]))
  await waitFor(() => expect(form.getAllByRole('listitem')).toHaveLength(3))
  const last = { from: '2027-02-01', to: '2027-02-02' }
  kept = [...kept, last]
  await userEvent.click(form.getByRole('button', { name: 'Remove Thu 3 Dec – Mon 14 Dec' }))
  await waitFor(() => expect(sent()[1]).toEqual([soon, later, last]))
})

it('reckons time away in the days of the weekly hours, and says so where the pages are in another zone', async () => {
  const availability = availabilityOf({ timeZone: 'America/Los_Angeles' })
  // There it is still the 21st.
  const yesterday = { from: '2026-11-21', to: '2026-11-21' }
  open({
    vacations: [yesterday],
    special: ({ url }) =>
      url.includes('/mentors/availability/')
        ? { status: 200, body: { availability, conflicts: [] } }
        : undefined,
  })
  const away = await region('Time away')
  expect(await away.findByText(/The days are those of Pacific Standard Time/)).toBeTruthy()
  expect(await away.findByText(/\(now\)/)).toBeTruthy()
})
