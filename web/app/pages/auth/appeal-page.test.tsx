import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { formatDate } from '../../lib/dates.ts'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { renderSite } from '../../testing/site-stub.tsx'
import AppealPage, { clientLoader } from './appeal-page.tsx'

afterEach(() => void vi.unstubAllGlobals())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const endsAt = inDays(5)
const appeal = {
  sanctions: [{ kind: 'suspend', endsAt, isActive: true, isReplaced: false }],
  reason: 'spam',
  text: 'No advertising, please.',
  decidedAt: inDays(-1),
  until: inDays(13),
  appealedAt: null as string | null,
  outcome: null as string | null,
}
const show = (answer: Parameters<typeof fakeServer>[0]) => {
  const requests = fakeServer(answer)
  renderSite(
    [{ path: '/appeal', Component: AppealPage, loader: clientLoader as never }],
    '/appeal?token=secret',
  )
  return requests
}
const read = (given: Partial<typeof appeal> = {}) =>
  ({ status: 200, body: { appeal: { ...appeal, ...given } } }) as const

it('shows what was decided and why, takes the appeal once, and says that it is read', async () => {
  let isSent = false
  const requests = show(({ url }) => {
    if (url.endsWith('/read')) return isSent ? read({ appealedAt: inDays(0), outcome: 'open' }) : read()
    isSent = true
    return { status: 201, body: { message: 'ok' } }
  })
  expect(await screen.findByText(`Your account is suspended until ${formatDate(endsAt)}.`)).toBeTruthy()
  expect(screen.getByText('The reason: Advertising or spam.')).toBeTruthy()
  expect(screen.getByText('No advertising, please.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Send appeal' }))
  expect(screen.getByText('Tell us what is wrong with the decision.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('What is wrong with the decision?'), 'It was not me.')
  await userEvent.click(screen.getByRole('button', { name: 'Send appeal' }))
  expect(await screen.findByRole('heading', { name: 'We have your appeal' })).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(requests.find(({ url }) => url === '/api/appeals')?.body).toEqual({
    token: 'secret',
    text: 'It was not me.',
  })
})

it.each([
  [true, 'A later decision stands in its place.'],
  [false, 'This is over.'],
])('says what has become of a decision that does not stand (replaced: %s)', async (isReplaced, text) => {
  show(() => read({ sanctions: [{ kind: 'suspend', endsAt, isActive: false, isReplaced }] }))
  const sentence = `Your account is suspended until ${formatDate(endsAt)}. ${text}`
  expect(await screen.findByText(sentence)).toBeTruthy()
})

it('keeps what was written when it could not be sent', async () => {
  show(({ url }) => (url.endsWith('/read') ? read() : errorResponse(500, 'internal', 'Broken.')))
  await userEvent.type(await screen.findByLabelText('What is wrong with the decision?'), 'It was not me.')
  await userEvent.click(screen.getByRole('button', { name: 'Send appeal' }))
  expect(await screen.findByText('Broken.')).toBeTruthy()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('It was not me.')
})

it.each([
  ['upheld', 'You were right'],
  ['refused', 'The decision stands'],
])('says how an appeal that was %s ended', async (outcome, title) => {
  show(() => read({ appealedAt: inDays(-1), outcome }))
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
})

it('says that the time is over, that a link is wrong, and that nothing could be looked up', async () => {
  show(() => read({ until: inDays(-1) }))
  expect(await screen.findByRole('heading', { name: 'The time to appeal is over' })).toBeTruthy()
  show(() => errorResponse(400, 'invalid_token', 'Wrong.'))
  expect(await screen.findByText(/^This link doesn't match a decision/)).toBeTruthy()
  show(() => errorResponse(500, 'internal', 'Broken.'))
  await waitFor(() => expect(screen.getByText(/^We could not look it up just now/)).toBeTruthy())
})
