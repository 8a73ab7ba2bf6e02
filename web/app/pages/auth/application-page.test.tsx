import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { renderSite } from '../../testing/site-stub.tsx'
import ApplicationPage, { clientLoader } from './application-page.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  window.history.replaceState(null, '', '/')
})

const path = '/auth/application'
const open = (query = '?token=of-the-mail') =>
  renderSite(
    [
      {
        path,
        Component: ApplicationPage,
        loader: (args) => clientLoader(args as Parameters<typeof clientLoader>[0]),
      },
    ],
    path + query,
  )

const question = { at: '2026-11-21T05:00:00.000Z', by: 'moderator', text: 'Which firm?' }
const asked = {
  status: 'received',
  stage: 'info_wanted',
  submittedAt: '2026-11-21T04:00:00.000Z',
  decidedAt: null,
  reason: null,
  reapplyToken: null,
  isEmailVerified: true,
  checklist: [
    { item: 'identity', label: 'Who you are', description: 'Name and face match.', isChecked: true },
    { item: 'work', label: 'Where you work', description: 'Confirmed by LinkedIn.', isChecked: false },
  ],
  wanted: 'Which firm?',
  exchange: [question],
}
const answered = {
  ...asked,
  stage: 'in_review',
  wanted: null,
  exchange: [question, { at: '2026-11-21T06:00:00.000Z', by: 'applicant', text: 'Rangoli.' }],
}
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your answer' })
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send answer' }))
const status = (application: object) => ({ status: 200, body: { application } })

it('shows the stage, the checklist and what is wanted, takes the answer and moves on', async () => {
  let isAnswered = false
  const requests = fakeServer(({ url }) => {
    if (!url.endsWith('/answer')) return status(isAnswered ? answered : asked)
    isAnswered = true
    return { status: 200, body: { message: 'Thank you.' } }
  })
  open()
  const steps = within(await screen.findByRole('list', { name: 'Where your application stands' }))
  const current = steps.getAllByRole('listitem').filter((one) => one.hasAttribute('aria-current'))
  expect(current.map(({ textContent }) => textContent)).toEqual([
    'We have a questionPlease answer below. Then we read on.',
  ])
  expect(screen.getByText('Which firm?')).toBeTruthy()
  expect(screen.getByText(': checked').parentElement!.textContent).toContain('Who you are')
  expect(screen.getByText(': not checked yet').parentElement!.textContent).toContain('Where you work')
  await userEvent.type(await field(), 'Rangoli.')
  await send()
  expect(await screen.findByText('Rangoli.', { selector: 'p' })).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByText('We have a question')).toBeNull()
  const sent = requests.find(({ url }) => url.endsWith('/answer'))!
  expect(sent.body).toEqual({ token: 'of-the-mail', text: 'Rangoli.' })
})

it('keeps half an answer until it is sent, and never the secret with it', async () => {
  fakeServer(() => status(asked))
  const { unmount } = open()
  await userEvent.type(await field(), 'Half of it')
  unmount()
  expect(JSON.stringify({ ...localStorage })).not.toContain('of-the-mail')
  open()
  expect((await field()).value).toBe('Half of it')
})

it('takes the secret out of the address, and is loaded again without it', async () => {
  const address = `${path}?token=of-the-mail`
  // What the router keeps there stays.
  window.history.replaceState({ idx: 3, key: 'k' }, '', address)
  const requests = fakeServer(({ body }) =>
    (body as { token: string }).token ? status(asked) : errorResponse(404, 'not_found'),
  )
  const { unmount } = open()
  await field()
  expect(window.location.href).not.toContain('of-the-mail')
  expect(window.location.pathname).toBe(path)
  expect(window.history.state).toMatchObject({ idx: 3, key: 'k' })
  unmount()
  const again = open('')
  await field()
  expect(requests.map(({ body }) => body)).toEqual(Array(2).fill({ token: 'of-the-mail' }))
  again.unmount()
  // Another entry of the history does not know it.
  window.history.pushState(null, '', path)
  open('')
  expect(await screen.findByText(/doesn't match an application/)).toBeTruthy()
})

it('asks for words before anything is sent, and says why an answer came too late', async () => {
  const requests = fakeServer(({ url }) =>
    url.endsWith('/answer')
      ? errorResponse(409, 'already_decided', 'Your application is decided.')
      : status(asked),
  )
  open()
  await field()
  await send()
  expect(await screen.findByText('Write what we asked for.')).toBeTruthy()
  expect((await field()).getAttribute('aria-invalid')).toBe('true')
  expect(requests).toHaveLength(1)
  await userEvent.type(await field(), 'Rangoli.')
  await send()
  expect((await screen.findByRole('alert')).textContent).toBe('Your application is decided.')
})

it('shows a refusal with its reason, and no checklist any more', async () => {
  fakeServer(() =>
    status({
      ...asked,
      status: 'rejected',
      stage: 'rejected',
      wanted: null,
      decidedAt: '2026-11-22T04:00:00.000Z',
      reason: 'Not yet.',
      reapplyToken: 'to-apply-again',
    }),
  )
  open()
  expect(await screen.findByRole('heading', { name: 'Not accepted this time' })).toBeTruthy()
  expect(screen.getByText('Not yet.')).toBeTruthy()
  expect(screen.queryByText('What we look at')).toBeNull()
  // The form without it would submit nothing: it only has the link mailed.
  const again = screen.getByRole('link', { name: 'Apply again' })
  expect(again.getAttribute('href')).toBe('/auth/mentor-register?again=to-apply-again')
})

it('does not offer to apply again after a refusal that another application followed', async () => {
  fakeServer(() => status({ ...asked, status: 'rejected', stage: 'rejected', reapplyToken: null }))
  open()
  expect(await screen.findByRole('heading', { name: 'Not accepted this time' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Apply again' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Go to the home page' })).toBeTruthy()
})

it('leads to the form without it where the refusal is long ago, which has a link mailed', async () => {
  const decidedAt = new Date(Date.now() - 15 * 86_400_000).toISOString()
  fakeServer(() => status({ ...asked, status: 'rejected', stage: 'rejected', decidedAt, reapplyToken: null }))
  open()
  const again = await screen.findByRole('link', { name: 'Apply again' })
  expect(again.getAttribute('href')).toBe('/auth/mentor-register')
})

it('says that a link is not one of ours', async () => {
  fakeServer(() => errorResponse(404, 'not_found'))
  open()
  expect(await screen.findByText(/doesn't match an application/)).toBeTruthy()
})

it('says that older questions and answers are not shown, where that is so', async () => {
  fakeServer(() => status({ ...asked, shortened: ['exchange'] }))
  open()
  expect(await screen.findByText('These are the newest 1 messages. Older ones are not shown.')).toBeTruthy()
})
