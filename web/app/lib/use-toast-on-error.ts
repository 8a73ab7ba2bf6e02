import { useEffect, useEffectEvent } from 'react'
import { toast } from 'sonner'

/** Says once that something could not be loaded; the same failure again is the same toast. */
export function useToastOnError(error: unknown, text: string): void {
  const show = useEffectEvent(() => void toast.error(text, { id: text }))
  useEffect(() => {
    if (error) show()
  }, [error])
}
