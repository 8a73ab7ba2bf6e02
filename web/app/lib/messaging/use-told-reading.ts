import type { Role } from '@marga/contract/roles'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useCatchUp } from '../use-connection.ts'
import { useHasAttention } from '../use-has-attention.ts'

/** How far somebody has read, of what. */
export type Reading = { id: string; seq: number }

/**
 * Tells the server how far was read while somebody looks; what it did not hear of, once more when the connection is
 * back, since the next message, which would tell it too, may never come.
 * @param tell fails where the server did not hear of it
 */
export function useToldReading(role: Role, { id, seq }: Reading, tell: (reading: Reading) => Promise<void>) {
  const hasAttention = useHasAttention()
  /** What the server has not acknowledged yet. */
  const untold = useRef<Reading | null>(null)
  const report = useEffectEvent(async (reading: Reading) => {
    try {
      await tell(reading)
      if (untold.current === reading) untold.current = null
    } catch {
      // Nobody has to know.
    }
  })
  // This stands before the effect below, or both would tell of what is just opened.
  useCatchUp(role, () => {
    if (untold.current) void report(untold.current)
  })
  useEffect(() => {
    if (!hasAttention || seq === 0) return
    const reading = { id, seq }
    untold.current = reading
    void report(reading)
  }, [id, seq, hasAttention])
}
