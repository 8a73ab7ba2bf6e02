import { ui } from '@marga/contract/limits'
import { act, render, screen } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Toaster } from './toaster.tsx'

const settle = (ms = 50) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  toast.dismiss()
  await settle(1000)
  vi.useRealTimers()
})

it('shows three toasts at once, 356 px wide, the newest in front', async () => {
  render(<Toaster />)
  for (const text of ['one', 'two', 'three', 'four']) act(() => void toast(text))
  await settle()
  const visible = screen.getAllByRole('listitem').filter((item) => item.dataset.visible === 'true')
  expect(visible).toHaveLength(ui.toast.visible)
  const list = visible[0]!.closest('ol')!
  expect(list.style.getPropertyValue('--width')).toBe(`${ui.toast.widthPx}px`)
})

it('takes a toast away after 4000 ms', async () => {
  render(<Toaster />)
  act(() => void toast('Booking cancelled'))
  await settle()
  await settle(ui.toast.durationMs - 200)
  expect(screen.getByRole('listitem').dataset.removed).toBe('false')
  await settle(400)
  expect(screen.queryByRole('listitem')?.dataset.removed ?? 'true').toBe('true')
})
