import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../testing/area-stub.tsx'
import { asSeenByMentor, contestOf, refundRequestOf } from '../../testing/dispute-samples.ts'
import { draftsKept } from '../../testing/drafts-kept.ts'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { mentorLogin } from '../../testing/logins.ts'
import ContestsPage from './contests-page.tsx'

afterEach(() => void vi.unstubAllGlobals())

const contest = contestOf(asSeenByMentor)
const settled = contestOf({
  ...asSeenByMentor,
  _id: 'old',
  status: 'decided',
  text: 'An earlier one.',
  closedBecause: 'The mentee deleted the account.',
})
const request = refundRequestOf(asSeenByMentor)

function show(answer = { status: 200, body: {} as unknown }, at = '/mentors/contests') {
  const requests = fakeServer(({ method, url }) => {
    if (method !== 'GET') return answer
    return url.includes('/contests')
      ? { status: 200, body: { contests: [settled, contest] } }
      : { status: 200, body: { refundRequests: [request] } }
  })
  renderInArea(<ContestsPage />, { login: mentorLogin, at, path: '/mentors/contests' })
  return requests
}
const waiting = async () => within(await screen.findByRole('region', { name: 'Waiting for your answer' }))

it('lists those that wait first, by their deadline, with what each answer does', async () => {
  show()
  const section = await waiting()
  const items = section.getAllByRole('listitem').filter((item) => item.querySelector('section'))
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Asha asks for ₹4,500 back'),
    expect.stringContaining('Asha contests this session'),
  ])
  expect(section.getByText(/Asha gets the call back and one more/)).toBeTruthy()
  expect(
    section.getByText(/^Asha gets up to ₹4,500 back\. If the subscription still runs, it ends now/),
  ).toBeTruthy()
  expect(section.getAllByText(/^Answer until /)).toHaveLength(2)
  const others = within(screen.getByRole('region', { name: 'Answered and decided' }))
  expect(others.getByText('An earlier one.')).toBeTruthy()
  expect(others.getByText('The mentee deleted the account.')).toBeTruthy()
  expect(others.queryByText('The moderator decided')).toBeNull()
  expect(others.queryByRole('button')).toBeNull()
})

it('agrees to a contest, with a text', async () => {
  const requests = show({ status: 200, body: { contest: { ...contest, status: 'agreed' } } })
  const section = await waiting()
  await userEvent.click(section.getAllByRole('button', { name: 'Agree' })[1]!)
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Message (optional)'), 'Sorry, I forgot.')
  await userEvent.click(dialog.getByRole('button', { name: 'Agree' }))
  expect(await screen.findByText('You agreed')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'PATCH')).toMatchObject({
    url: `/api/mentors/contests/${contest._id}`,
    body: { agree: true, text: 'Sorry, I forgot.' },
  })
})

it('keeps each answer that was closed with Escape, to agree or not, until it is sent', async () => {
  show({ status: 200, body: { contest: { ...contest, status: 'agreed' } } })
  const section = await waiting()
  const open = async (name: string, label: RegExp) => {
    await userEvent.click(section.getAllByRole('button', { name })[1]!)
    return within(await screen.findByRole('dialog')).getByLabelText<HTMLTextAreaElement>(label)
  }
  await userEvent.type(await open('Agree', /^Message/), 'Sorry, I')
  await userEvent.keyboard('{Escape}')
  expect((await open('Do not agree', /^What happened/)).value).toBe('')
  await userEvent.keyboard('{Escape}')
  expect((await open('Agree', /^Message/)).value).toBe('Sorry, I')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Agree' }))
  expect(await screen.findByText('You agreed')).toBeTruthy()
  expect(draftsKept()).toEqual([])
})

it('leaves a refund to a moderator; a failure stays in the dialog for another try', async () => {
  let count = 0
  const requests = fakeServer(({ method, url }) => {
    if (method !== 'GET') {
      return ++count === 1
        ? errorResponse(500, 'internal', 'The service is busy.')
        : { status: 200, body: { refundRequest: { ...request, status: 'with_moderator' } } }
    }
    return url.includes('/contests')
      ? { status: 200, body: { contests: [] } }
      : { status: 200, body: { refundRequests: [request] } }
  })
  renderInArea(<ContestsPage />, { login: mentorLogin })
  await userEvent.click(await screen.findByRole('button', { name: 'Do not agree' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Do not agree' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('The service is busy.')
  await userEvent.click(dialog.getByRole('button', { name: 'Do not agree' }))
  expect(await screen.findByText('A moderator decides now')).toBeTruthy()
  expect(requests.filter(({ method }) => method === 'PATCH')).toHaveLength(2)
})

it('says of one dispute nothing that the server said of another', async () => {
  let first = contest
  fakeServer(({ method, url }) => {
    if (method !== 'GET') {
      first = { ...contest, status: 'decided' }
      return errorResponse(409, 'already_decided', 'Decided already.')
    }
    return url.includes('/contests')
      ? { status: 200, body: { contests: [first, { ...contest, _id: 'second', text: 'Nobody came.' }] } }
      : { status: 200, body: { refundRequests: [] } }
  })
  renderInArea(<ContestsPage />, { login: mentorLogin })
  const section = await waiting()
  await userEvent.click(section.getAllByRole('button', { name: 'Agree' })[0]!)
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Agree' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(section.getByRole('button', { name: 'Agree' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByRole('alert')).toBeNull()
})

it('goes to the one that a link names', async () => {
  show(undefined, `/mentors/contests?refund=${request._id}`)
  await waiting()
  expect(document.activeElement?.textContent).toContain('Asha asks for ₹4,500 back')
})

it('says so when there is nothing, and can be asked for again when it failed', async () => {
  let isDown = true
  fakeServer(() =>
    isDown
      ? errorResponse(500, 'internal', 'Broken.')
      : { status: 200, body: { contests: [], refundRequests: [] } },
  )
  renderInArea(<ContestsPage />, { login: mentorLogin })
  const again = await screen.findByRole('button', { name: 'Try again' })
  isDown = false
  await userEvent.click(again)
  expect(await screen.findByText('Nothing is contested')).toBeTruthy()
})
