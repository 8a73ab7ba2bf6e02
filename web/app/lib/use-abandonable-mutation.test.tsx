import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { toast } from 'sonner'
import { afterEach, expect, it, vi } from 'vitest'
import { useAbandonableMutation } from './use-abandonable-mutation.ts'

afterEach(() => vi.restoreAllMocks())

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
)

/** A call that only its signal ends. */
function setUp() {
  const said = vi.spyOn(toast, 'message')
  const onError = vi.fn()
  const onSettled = vi.fn()
  const signals: AbortSignal[] = []
  const rendered = renderHook(
    () =>
      useAbandonableMutation<string, string>({
        mutationFn: (_, signal) =>
          new Promise((_resolve, reject) => {
            signals.push(signal)
            signal.addEventListener('abort', () => reject(signal.reason))
          }),
        onError,
        onSettled,
      }),
    { wrapper },
  )
  act(() => rendered.result.current.mutate('a slot'))
  return { ...rendered, said, onError, onSettled, signals }
}

it('ends what has no answer yet, says so, and asks how things stand', async () => {
  const { result, said, onError, onSettled, signals } = setUp()
  await waitFor(() => expect(signals).toHaveLength(1))
  act(() => result.current.abandon())
  await waitFor(() => expect(onSettled).toHaveBeenCalled())
  expect(signals[0]!.aborted).toBe(true)
  expect(said).toHaveBeenCalledOnce()
  expect(onError).not.toHaveBeenCalled()
})

it('ends with the component, too', async () => {
  const { unmount, signals } = setUp()
  await waitFor(() => expect(signals).toHaveLength(1))
  unmount()
  expect(signals[0]!.aborted).toBe(true)
})
