import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Dialog } from '../ui/dialog.tsx'
import { useFocusAfter } from './use-focus-after.ts'

function List() {
  const [isOpen, setIsOpen] = useState(false)
  const [isEmpty, setIsEmpty] = useState(true)
  const place = useFocusAfter<HTMLElement>(isOpen)
  return (
    <section ref={place} tabIndex={-1} aria-label="List">
      {isEmpty ? (
        <button type="button" onClick={() => setIsOpen(true)}>
          Add
        </button>
      ) : null}
      {isOpen ? (
        <Dialog isOpen onOpenChange={setIsOpen} title="Add a time">
          <button
            type="button"
            onClick={() => {
              setIsEmpty(false)
              setIsOpen(false)
            }}
          >
            Publish
          </button>
        </Dialog>
      ) : null}
    </section>
  )
}

it('gives the focus to the list when what had opened the dialog is gone', async () => {
  render(<List />)
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Publish' }))
  const list = screen.getByRole('region', { name: 'List' })
  await waitFor(() => expect(document.activeElement).toBe(list))
})
