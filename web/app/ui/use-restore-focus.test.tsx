import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { ConfirmDialogContent } from './confirm-dialog-content.tsx'
import { DialogContent } from './dialog-content.tsx'

function Page({ kind }: { kind: 'dialog' | 'question' }) {
  const [isOpen, setIsOpen] = useState(false)
  const of = { isOpen, onOpenChange: setIsOpen, title: 'A time', description: 'To be published' }
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {kind === 'dialog' ? (
        <DialogContent {...of}>
          <button type="button" onClick={() => setIsOpen(false)}>
            Do it
          </button>
        </DialogContent>
      ) : (
        <ConfirmDialogContent {...of} confirmLabel="Do it" onConfirm={() => setIsOpen(false)} />
      )}
    </>
  )
}

it.each(['dialog', 'question'] as const)('a %s gives the focus back to what had opened it', async (kind) => {
  render(<Page kind={kind} />)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Do it' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })))
})
