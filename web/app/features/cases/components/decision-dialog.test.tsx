import type { ModerationCase } from '@marga/contract/moderation-case'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { caseOf } from '../../../testing/case-samples.ts'
import { DecisionDialog } from './decision-dialog.tsx'

const show = (amount: number, isConfirmation = false, kind: ModerationCase['kind'] = 'ticket') =>
  render(
    <DecisionDialog
      of={caseOf({ kind })}
      decision={{ outcomes: [{ kind: 'refund', amount }] }}
      isConfirmation={isConfirmation}
      isLoading={false}
      onConfirm={() => {}}
      onClose={() => {}}
    />,
  )

it('says of a refund that earlier ones may make it too much for one moderator', async () => {
  const { unmount } = show(6_000)
  expect(await screen.findByText(/within 30 days, it waits for another moderator instead/)).toBeTruthy()
  unmount()
  show(6_000, true)
  expect(await screen.findByText('It happens at once.')).toBeTruthy()
})

it('says of one above ₹10,000 that it is a proposal', async () => {
  show(10_001)
  expect(await screen.findByText('Another moderator must confirm it before anything happens.')).toBeTruthy()
})

it('says of a refund that was asked for that it is what is unused at most, and ends the subscription', async () => {
  show(6_000, false, 'refund')
  const text = (await screen.findByText(/goes back to the mentee/)).textContent
  expect(text).toMatch(/^Up to ₹6,000 /)
  expect(text).toContain('If the subscription still runs, it ends with its booked sessions.')
})

it('says of a refund by a ticket what goes back, and of no end', async () => {
  show(6_000)
  expect((await screen.findByText(/goes back to the mentee/)).textContent).toBe(
    '₹6,000 goes back to the mentee the way it was paid.',
  )
})
