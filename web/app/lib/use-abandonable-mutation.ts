import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { toast } from 'sonner'

type Options<Data, Variables> = Omit<UseMutationOptions<Data, Error, Variables>, 'mutationFn'> & {
  mutationFn: (variables: Variables, signal: AbortSignal) => Promise<Data>
}

/**
 * A mutation that ends with the dialog in which it was begun: `abandon`, and leaving the component, end what has no
 * answer yet, so that it is not tried again behind the person's back. The server may have done it by then: they are
 * told so, and `onSettled` asks how things stand.
 */
export function useAbandonableMutation<Data, Variables>(options: Options<Data, Variables>) {
  const underWay = useRef<AbortController | null>(null)
  const abandon = useCallback(() => underWay.current?.abort(), [])
  useEffect(() => abandon, [abandon])
  const mutation = useMutation<Data, Error, Variables>({
    ...options,
    async mutationFn(variables) {
      const controller = new AbortController()
      underWay.current = controller
      try {
        return await options.mutationFn(variables, controller.signal)
      } finally {
        if (underWay.current === controller) underWay.current = null
      }
    },
    onError: (error, ...rest) =>
      error.name === 'AbortError'
        ? void toast.message('Stopped before an answer came', {
            description: 'If it was already done, you will see it here in a moment.',
          })
        : options.onError?.(error, ...rest),
  })
  return { ...mutation, abandon }
}
