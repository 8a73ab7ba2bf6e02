import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { lazyWithPrefetch } from './lazy-with-prefetch.tsx'

const Greeting = ({ name }: { isOpen: boolean; name: string }) => <p role="alertdialog">Hello {name}</p>

test('what is opened on a broken line comes when the line is back, and the page stays', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let isBroken = true
  const Later = lazyWithPrefetch(async () => {
    if (isBroken) throw new TypeError('Failed to fetch dynamically imported module')
    return Greeting
  })
  const page = (isOpen: boolean) => (
    <>
      <h1>The page</h1>
      <Later isOpen={isOpen} name="Asha" />
    </>
  )
  const { rerender } = render(page(false))
  rerender(page(true))
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.getByRole('heading', { name: 'The page' })).toBeTruthy()
  isBroken = false
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(screen.getByRole('alertdialog').textContent).toBe('Hello Asha')
  rerender(page(false))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  vi.useRealTimers()
})
