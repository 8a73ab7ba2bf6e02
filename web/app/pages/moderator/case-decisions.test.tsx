import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { readDraft } from '../../lib/drafts.ts'
import { queryClient } from '../../lib/query-client.ts'
import { caseOf, listOf } from '../../testing/case-samples.ts'
import { decision, leaveCase, sentDecision, showCase } from '../../testing/case-stub.tsx'
import { errorResponse } from '../../testing/fake-server.ts'
import { moderatorLogin } from '../../testing/logins.ts'
import CasePage from './case-page.tsx'

afterEach(leaveCase)

const show = (...given: Shown) => showCase(<CasePage />, ...given)
type Shown = Parameters<typeof showCase> extends [unknown, ...infer Rest] ? Rest : never

const proposal = {
  by: 'Dev Rao',
  at: '2026-11-21T05:00:00.000Z',
  outcomes: [{ kind: 'refund' as const, amount: 12_000 }],
  reason: 'outside_payment' as const,
  text: 'For them.',
  raiserText: null,
  isYours: false,
}

it('lets another moderator confirm what was proposed, by the same values; whoever proposed waits', async () => {
  const { requests, unmount } = show({ proposal }, {}, ({ url }) =>
    url.endsWith('/decide') ? { status: 200, body: { case: caseOf({ status: 'decided' }) } } : undefined,
  )
  const part = await decision()
  expect(part.getByText(/^Proposed by Dev Rao on/)).toBeTruthy()
  await userEvent.click(part.getByRole('button', { name: 'Confirm' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
  await waitFor(() =>
    expect(sentDecision(requests)).toEqual({
      outcomes: [{ kind: 'refund', amount: 12_000 }],
      reason: 'outside_payment',
      text: 'For them.',
    }),
  )
  unmount()
  show({ proposal: { ...proposal, isYours: true } })
  expect((await decision()).getByText(/^You proposed this\. It happens once/)).toBeTruthy()
  expect((await decision()).queryByRole('button', { name: 'Confirm' })).toBeNull()
  // A sum that was mistyped can be put right, and where one moderator is alone the case can be decided otherwise.
  await userEvent.click((await decision()).getByRole('button', { name: 'Decide otherwise' }))
  expect(await (await decision()).findByRole('checkbox', { name: /Refund/ })).toBeTruthy()
})

it('asks no more whether to confirm what somebody proposed otherwise meanwhile', async () => {
  const { state, requests } = show({ proposal })
  const part = await decision()
  await userEvent.click(part.getByRole('button', { name: 'Confirm' }))
  await screen.findByRole('alertdialog')
  state.shown = caseOf({
    proposal: {
      ...proposal,
      by: 'Asha Nair',
      at: '2026-11-21T05:10:00.000Z',
      outcomes: [{ kind: 'refund', amount: 48_000 }],
    },
  })
  await queryClient.invalidateQueries()
  expect(await part.findByText(/^Proposed by Asha Nair on/)).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(sentDecision(requests)).toBeUndefined()
})

it('says who decided first and when, and shows the decided file', async () => {
  const decided = caseOf({
    status: 'decided',
    decision: {
      by: 'Dev Rao',
      at: '2026-11-21T05:00:00.000Z',
      outcomes: [{ kind: 'warn' }],
      reason: 'spam',
      text: 'Stop that.',
      raiserText: null,
    },
  })
  const { state } = show({}, {}, ({ url }) => {
    if (!url.endsWith('/decide')) return undefined
    state.shown = decided
    return errorResponse(409, 'already_decided', 'x', {
      decidedBy: 'Dev Rao',
      decidedAt: decided.decision!.at,
    })
  })
  const part = await decision()
  await userEvent.click(part.getByRole('checkbox', { name: /^Dismiss/ }))
  await userEvent.click(part.getByRole('button', { name: 'Decide' }))
  expect(await screen.findByText(/^Already decided by Dev Rao on/)).toBeTruthy()
  const result = within(await screen.findByRole('region', { name: 'Decided' }))
  expect(result.getByText('Warn Vikram Iyer')).toBeTruthy()
  expect(result.getByText('Stop that.')).toBeTruthy()
})

it('decides once, however often the button is pressed', async () => {
  const { requests } = show({}, {}, ({ url }) =>
    url.endsWith('/decide') ? { status: 200, body: { case: caseOf({ status: 'decided' }) } } : undefined,
  )
  const part = await decision()
  await userEvent.click(part.getByRole('checkbox', { name: /^Dismiss/ }))
  const button = part.getByRole('button', { name: 'Decide' })
  fireEvent.click(button)
  fireEvent.click(button)
  await waitFor(() => expect(sentDecision(requests)).toBeTruthy())
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect(requests.filter(({ url }) => url.endsWith('/decide'))).toHaveLength(1)
})

it('keeps no draft of what was decided, though the decision takes the place of the form first', async () => {
  const decided = caseOf({ status: 'decided' })
  const owner = { role: 'moderator', userId: moderatorLogin.userId } as const
  const draft = () => readDraft(owner, `case.${decided._id}`)
  let isDecided = false
  const { state } = show({}, {}, ({ url }) => {
    if (url.endsWith('/decide')) {
      state.shown = decided
      isDecided = true
      return { status: 200, body: { case: decided } }
    }
    // Slower than the page is drawn, as lists are that come over a line.
    if (!isDecided || !url.includes('/moderator/cases?')) return undefined
    return new Promise((resolve) => {
      setTimeout(() => resolve({ status: 200, body: listOf([decided]) }), 100)
    })
  })
  const part = await decision()
  await userEvent.click(part.getByRole('checkbox', { name: /^Dismiss/ }))
  expect(draft()).not.toBe('')
  await userEvent.click(part.getByRole('button', { name: 'Decide' }))
  expect(await screen.findByRole('region', { name: 'Decided' })).toBeTruthy()
  await waitFor(() => expect(draft()).toBe(''))
})

it('leaves what concerns an own account to another moderator, a proposal too', async () => {
  show({ isOthersToDecide: true, concernsYou: true, proposal })
  expect((await decision()).getByText(/an account under your own address/)).toBeTruthy()
  for (const name of ['Confirm', 'Decide']) expect(screen.queryByRole('button', { name })).toBeNull()
})

it('says of an own case that nobody else can decide it, and lets it be decided', async () => {
  show({ concernsYou: true })
  expect((await decision()).getByText(/No other moderator can decide it/)).toBeTruthy()
  expect((await decision()).getByRole('button', { name: 'Decide' })).toBeTruthy()
})
