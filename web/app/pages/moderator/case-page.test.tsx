import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { accused, caseOf, claimOf, dossierOf, raiser, sanctionOf } from '../../testing/case-samples.ts'
import { decision, leaveCase, sentDecision, showCase } from '../../testing/case-stub.tsx'
import { refundRequestOf } from '../../testing/dispute-samples.ts'
import { errorResponse } from '../../testing/fake-server.ts'
import { slotOf } from '../../testing/slot-samples.ts'
import CasePage from './case-page.tsx'

afterEach(leaveCase)

const show = (...given: Shown) => showCase(<CasePage />, ...given)
type Shown = Parameters<typeof showCase> extends [unknown, ...infer Rest] ? Rest : never

it('claims a case that is opened, and gives it back when the page is left', async () => {
  const { requests, unmount } = show()
  expect(await screen.findByText(/^Claimed by you until/)).toBeTruthy()
  unmount()
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ method: 'DELETE' }))
})

it('shows one that another has claimed to be read only, with who and until when', async () => {
  const { requests } = show({ claimedBy: claimOf('Dev Rao', false) })
  const part = await decision()
  expect(part.getByText(/^Dev Rao is deciding this until/)).toBeTruthy()
  expect(part.queryByRole('button', { name: 'Decide' })).toBeNull()
  expect(requests.some(({ url }) => url.endsWith('/claim'))).toBe(false)
})

it('shows what is claimed, the reported message among the others, and both people’s history', async () => {
  show()
  expect(await screen.findByText('He wants cash.')).toBeTruthy()
  const reported = screen.getByText('Pay me in cash').closest('li')!
  expect(within(reported).getByText('Reported')).toBeTruthy()
  expect(screen.getByText('Can we meet tomorrow?')).toBeTruthy()
  for (const name of ['Vikram Iyer', 'Neha Rao']) {
    const side = within(screen.getByRole('region', { name }))
    expect(await side.findByText('Restriction')).toBeTruthy()
  }
  const [link] = screen.getAllByRole('link', { name: 'Vikram Iyer' })
  expect(link!.getAttribute('href')).toBe(`/moderator/mentors-list/${accused._id}`)
})

it('counts no list as whole of which the newest came', async () => {
  const earlier = Array.from({ length: 6 }, (_, n) => caseOf({ _id: `earlier-${n}` }))
  const person = dossierOf({ sanctions: [sanctionOf()], cases: earlier, shortened: ['cases'] })
  show({}, { earlier, shortened: ['earlier'] }, ({ url }) =>
    url.includes('/people/') ? { status: 200, body: person } : undefined,
  )
  const side = within(await screen.findByRole('region', { name: 'Vikram Iyer' }))
  expect(await side.findByRole('heading', { name: 'Cases 6+' })).toBeTruthy()
  expect(side.getByRole('heading', { name: 'Sanctions 1' })).toBeTruthy()
  expect(side.getByRole('button', { name: 'Show the newest 6' })).toBeTruthy()
  const others = within(screen.getByRole('region', { name: 'Earlier cases' }))
  expect(others.getByRole('button', { name: 'Show the newest 6' })).toBeTruthy()
})

it('says of the history, and of the sessions to choose from, that older ones are not there', async () => {
  const session = { ...slotOf({ status: 'completed' }), attendance: [], closure: null }
  show({}, { sessions: [session], shortened: ['events', 'sessions'] })
  const part = await decision()
  await userEvent.click(part.getByRole('checkbox', { name: /^Give the call back/ }))
  const hint = 'The newest 1 of the two. Older ones are not listed.'
  expect(part.getByLabelText('Which session?').getAttribute('aria-describedby')).toBe(part.getByText(hint).id)
  const history = within(screen.getByRole('region', { name: 'What happened here' }))
  expect(history.getByText('After “Opened”, only the newest entries are shown.')).toBeTruthy()
})

it('says of a refund request what was asked for, and what of it the bank decides', async () => {
  const refundRequest = refundRequestOf({ status: 'refunded', amount: 3000, withdrawnAmount: 1500 })
  show({}, { dispute: { kind: 'refund', refundRequest } })
  const part = within(await screen.findByRole('region', { name: 'The refund request' }))
  expect(part.getByText('₹4,500')).toBeTruthy()
  expect(part.getByText('Left to the bank’s decision').parentElement!.textContent).toContain('₹1,500')
})

it('is decided with five keys: d, 1, Ctrl and Enter', async () => {
  const { requests } = show({}, {}, ({ url }) =>
    url.endsWith('/decide') ? { status: 200, body: { case: caseOf({ status: 'decided' }) } } : undefined,
  )
  await decision()
  await userEvent.keyboard('d1{Control>}{Enter}{/Control}')
  expect(await screen.findByText('Decided', { selector: '[data-title]' })).toBeTruthy()
  expect(sentDecision(requests)).toMatchObject({
    outcomes: [{ kind: 'dismiss' }],
    reason: 'nothing_found',
    text: '',
    raiserText: expect.stringContaining('nothing against the rules'),
  })
})

it('says at its field what is missing, and keeps what was typed when the server fails, and after a reload', async () => {
  let isDown = true
  const { requests, unmount } = show({}, {}, ({ url }) => {
    if (!url.endsWith('/decide')) return undefined
    return isDown ? errorResponse(500, 'internal', 'Broken.') : undefined
  })
  const part = await decision()
  await userEvent.click(part.getByRole('checkbox', { name: /^Restrict/ }))
  await userEvent.clear(part.getByLabelText('For how many days?'))
  await userEvent.click(part.getByRole('button', { name: 'Decide' }))
  expect(await part.findByText('Say for how many days.')).toBeTruthy()
  expect(part.getByText('Choose a reason.')).toBeTruthy()
  await userEvent.type(part.getByLabelText('For how many days?'), '30')
  await userEvent.selectOptions(part.getByLabelText('Reason'), 'spam')
  const text = part.getByLabelText<HTMLTextAreaElement>('Text to the person it is about')
  await userEvent.clear(text)
  await userEvent.type(text, 'My own words.')
  await userEvent.click(part.getByRole('button', { name: 'Decide' }))
  expect(await part.findByText('Broken.')).toBeTruthy()
  expect(sentDecision(requests)).toMatchObject({ outcomes: [{ kind: 'restrict', days: 30 }], reason: 'spam' })
  unmount()
  isDown = false
  show()
  const again = await decision()
  expect(again.getByLabelText<HTMLTextAreaElement>('Text to the person it is about').value).toBe(
    'My own words.',
  )
  expect(again.getByLabelText<HTMLInputElement>('For how many days?').value).toBe('30')
})

it('warns before the raiser is named to the accused', async () => {
  show()
  const part = await decision()
  await userEvent.click(part.getByRole('checkbox', { name: /^Warn/ }))
  await userEvent.type(part.getByLabelText('Text to the person it is about'), 'Neha told us.')
  expect(part.getByText(/^This names the person who raised it/)).toBeTruthy()
})

it('shows what will happen before a block, a suspension or a refund, and proposes a large one', async () => {
  const { requests } = show({}, { refundable: 20_000 }, ({ url }) => {
    if (url.includes('block-effects')) return { status: 200, body: { effects: null } }
    return url.endsWith('/decide') ? errorResponse(409, 'needs_second', 'Kept for them.') : undefined
  })
  const part = await decision()
  await userEvent.click(part.getByRole('checkbox', { name: /^Suspend/ }))
  await userEvent.click(part.getByRole('checkbox', { name: /^Refund/ }))
  await userEvent.type(part.getByLabelText('How many rupees?'), '12000')
  await userEvent.selectOptions(part.getByLabelText('Reason'), 'outside_payment')
  await userEvent.click(part.getByRole('button', { name: 'Decide' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Propose this?' }))
  expect(dialog.getByText('Suspend Vikram Iyer for 7 days')).toBeTruthy()
  expect(dialog.getByText('Refund ₹12,000')).toBeTruthy()
  expect(sentDecision(requests)).toBeUndefined()
  await userEvent.click(dialog.getByRole('button', { name: 'Propose' }))
  expect(await screen.findByText('Proposed')).toBeTruthy()
})

it('says of one that was over by itself that nobody decided it, and why', async () => {
  const decidedAt = '2026-11-21T04:00:00.000Z'
  const text = 'The mentee deleted the account.'
  show({
    status: 'decided',
    decision: { by: null, at: decidedAt, outcomes: [], reason: null, text, raiserText: null },
  })
  expect(await screen.findByText('This was closed without a decision.')).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Closed' })).toBeTruthy()
  expect(screen.queryByText(/Decided/)).toBeNull()
})

it('leaves an appeal against an own decision to another moderator', async () => {
  const { requests } = show(
    { kind: 'appeal', isOthersToDecide: true, people: [{ ...accused, part: 'appellant' }] },
    {
      sanctions: [sanctionOf()],
    },
  )
  expect((await decision()).getByText(/another moderator decides the appeal/)).toBeTruthy()
  expect(screen.getByRole('region', { name: 'What is appealed' })).toBeTruthy()
  // Claimed, it would be kept from whoever may decide it.
  expect(requests.some(({ url }) => url.endsWith('/claim'))).toBe(false)
})

it('asks for the session where the case names none, and sanctions the raiser where wanted', async () => {
  const session = {
    ...slotOf({ status: 'missed', missedBy: 'mentor' }),
    attendance: [],
    closure: null,
  }
  const { requests } = show({}, { sessions: [session] }, ({ url }) =>
    url.endsWith('/decide') ? { status: 200, body: { case: caseOf({ status: 'decided' }) } } : undefined,
  )
  const part = await decision()
  await userEvent.click(part.getByRole('checkbox', { name: /^Give the call back/ }))
  await userEvent.click(part.getByRole('button', { name: 'Decide' }))
  expect(await part.findByText('Choose the session.')).toBeTruthy()
  await userEvent.selectOptions(part.getByLabelText('Which session?'), session._id)
  await userEvent.click(part.getByRole('checkbox', { name: /^Warn/ }))
  await userEvent.selectOptions(part.getByLabelText('Who?'), raiser._id)
  await userEvent.selectOptions(part.getByLabelText('Reason'), 'missed_sessions')
  await userEvent.click(part.getByRole('button', { name: 'Decide' }))
  await waitFor(() =>
    expect(sentDecision(requests)).toMatchObject({
      outcomes: [
        { kind: 'warn', personId: raiser._id },
        { kind: 'return_call', slotId: session._id },
      ],
    }),
  )
})

it('takes a note by n, and goes on by j and back by u', async () => {
  const { requests } = show({}, {}, ({ url }) =>
    url.endsWith('/notes') ? { status: 201, body: { case: caseOf() } } : undefined,
  )
  await decision()
  await userEvent.keyboard('n')
  await userEvent.keyboard('He did it before.')
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }))
  await waitFor(() =>
    expect(requests.find(({ url }) => url.endsWith('/notes'))?.body).toEqual({ text: 'He did it before.' }),
  )
  const next = screen.getByRole('link', { name: 'Next case' })
  expect(next.getAttribute('href')).toBe('/moderator/cases/next')
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('u')
  expect(await screen.findByText('elsewhere')).toBeTruthy()
})
