import { type ReactNode, Suspense, useEffect } from 'react'
import { atRest } from './at-rest.ts'

type LaterProps = {
  isWanted: boolean
  /** The import that `children` wait for. */
  fetchPart: () => Promise<unknown>
  children: ReactNode
}

/**
 * A part whose code is no part of the page, such as a dialog: it comes while the page is at rest, so that it is there
 * when it is wanted, also without a connection.
 */
export function Later({ isWanted, fetchPart, children }: LaterProps) {
  useEffect(() => atRest(() => void fetchPart().catch(() => undefined)), [fetchPart])
  return isWanted ? <Suspense>{children}</Suspense> : null
}
