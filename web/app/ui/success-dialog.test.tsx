import { ui } from '@marga/contract/limits'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SuccessDialog } from './success-dialog.tsx'

it('is at most 400 px wide and cannot be missed', async () => {
  render(
    <SuccessDialog isOpen title="Done">
      On we go.
    </SuccessDialog>,
  )
  const dialog = await screen.findByRole('alertdialog', { name: 'Done' })
  expect(dialog.classList.contains(`max-w-[${ui.successModalPx}px]`)).toBe(true)
  expect(dialog.textContent).toContain('On we go.')
})
