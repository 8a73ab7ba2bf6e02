import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { caseOf } from '../../../testing/case-samples.ts'
import { DecisionDialog } from './decision-dialog.tsx'

const show = (amount: number, isConfirmation = false) =>
  render(
    <DecisionDialog
      of={caseOf()}
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
