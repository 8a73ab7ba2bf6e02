import { act, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { SubscribeBar } from './subscribe-bar.tsx'

afterEach(() => void vi.unstubAllGlobals())

function Page() {
  const offer = useRef<HTMLElement>(null)
  return (
    <>
      <aside ref={offer}>the offer</aside>
      <SubscribeBar monthlyFee={2001} offer={offer}>
        <button type="button">Subscribe</button>
      </SubscribeBar>
    </>
  )
}

it('is there while the offer is out of view, and only then', () => {
  let tell = (_isIntersecting: boolean) => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        tell = (isIntersecting) => act(() => callback([{ isIntersecting }]))
      }
      observe() {}
      disconnect() {}
    },
  )
  render(<Page />)
  const bar = () => screen.queryByRole('region', { name: 'Subscribe' })
  expect(bar()).toBeNull()
  tell(false)
  expect(bar()!.textContent).toBe('₹2,001 a month ₹501 an hourSubscribe')
  tell(true)
  expect(bar()).toBeNull()
})
