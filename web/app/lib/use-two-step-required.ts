import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ApiError } from './api-client.ts'

const asksForSetUp = (error: unknown) => error instanceof ApiError && error.code === 'totp_setup_required'

/**
 * Whatever is asked for is refused until two-step sign-in is set up: leads to where that is done, from any page and as
 * often as one goes elsewhere. @returns whether something was refused for it
 */
export function useTwoStepRequired(settingsPath: string): boolean {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [isRequired, setIsRequired] = useState(false)
  const lead = useEffectEvent(() => {
    setIsRequired(true)
    if (pathname !== settingsPath) void navigate(`${settingsPath}#two-step`, { replace: true })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a page has asked for is known once it is there
  useEffect(() => {
    const queries = client.getQueryCache()
    if (queries.findAll().some(({ state }) => state.status === 'error' && asksForSetUp(state.error))) lead()
    return queries.subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error' && asksForSetUp(event.action.error))
        lead()
    })
  }, [client, pathname])
  return isRequired
}
