import { act, render, screen, waitFor } from '@testing-library/react'
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

function LastOne() {
  const [isThere, setIsThere] = useState(true)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <main tabIndex={-1}>
      {isThere ? (
        <button type="button" onClick={() => setIsOpen(true)}>
          Delete
        </button>
      ) : null}
      <ConfirmDialogContent
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Delete it?"
        description="For good"
        confirmLabel="Do it"
        onConfirm={() => {
          setIsOpen(false)
          setIsThere(false)
        }}
      />
    </main>
  )
}

it('gives the focus to the content of the page when what had opened the dialog is gone', async () => {
  render(<LastOne />)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Do it' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

it('gives it back to a button that the browser did not focus when it was clicked', async () => {
  render(<Page kind="dialog" />)
  const button = screen.getByRole('button', { name: 'Open' })
  act(() => button.click())
  await screen.findByRole('dialog')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
})
