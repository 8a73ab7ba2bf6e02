import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ApiError } from './api-client.ts'

const isRefused = ({ state: { status, error } }: { state: { status: string; error: unknown } }) =>
  status === 'error' && error instanceof ApiError && error.code === 'totp_setup_required'

/**
 * Whatever is asked for is refused until two-step sign-in is set up: leads to where that is done, from any page and as
 * often as one goes elsewhere. @returns whether something is refused for it
 */
export function useTwoStepRequired(settingsPath: string): boolean {
  const queries = useQueryClient().getQueryCache()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isRequired = useSyncExternalStore(
    (listener) => queries.subscribe(listener),
    () => queries.getAll().some(isRefused),
  )
  useEffect(() => {
    if (isRequired && pathname !== settingsPath) void navigate(`${settingsPath}#two-step`, { replace: true })
  }, [isRequired, pathname, settingsPath, navigate])
  return isRequired
}

/** It is set up: what was refused before is asked for again. */
export const askAgainAfterSetUp = (client: QueryClient): Promise<void> =>
  client.resetQueries({ predicate: isRefused })
