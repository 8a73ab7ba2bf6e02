import { useEffect, useState } from 'react'
import { type Location, matchRoutes, useBlocker } from 'react-router'
import { openShell } from '../lib/offline/open-shell.ts'
import { isOffline, useIsOffline } from '../lib/online.ts'
import { hasUnsaved, leaveQuestion } from '../lib/unsaved.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { OfflineBar } from './offline-bar.tsx'

type Site = Window & {
  __reactRouterDataRouter?: { routes: Parameters<typeof matchRoutes>[0] }
  __reactRouterRouteModules?: Record<string, unknown>
}

/** Whether everything that a page is made of has been loaded before: React Router leaves the site for one that fails. */
function isLoaded(pathname: string): boolean {
  const { __reactRouterDataRouter: router, __reactRouterRouteModules: modules = {} } = window as Site
  const matches = router && matchRoutes(router.routes, pathname)
  return matches?.every(({ route }) => route.id !== undefined && route.id in modules) ?? false
}

const cannotOpen = ({ pathname }: Location) => isOffline() && !isLoaded(pathname)

/**
 * The one place that holds a page back, since React Router knows one such: while there is no line and the next page
 * is not here yet, and while a form holds what was not saved. Signing out asks here, too.
 */
export function LeaveGuard() {
  const isOffline = useIsOffline()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      nextLocation.pathname !== currentLocation.pathname && (cannotOpen(nextLocation) || hasUnsaved()),
  )
  const isHeld = blocker.state === 'blocked'
  const isAsking = isHeld && hasUnsaved()
  const [answer, setAnswer] = useState<(mayLeave: boolean) => void>()
  useEffect(() => {
    leaveQuestion.ask = () => new Promise((resolve) => setAnswer(() => resolve))
    return () => {
      delete leaveQuestion.ask
    }
  }, [])
  const leave = (mayLeave: boolean) => {
    setAnswer(undefined)
    if (answer) answer(mayLeave)
    else if (mayLeave) blocker.proceed?.()
    else blocker.reset?.()
  }
  useEffect(() => {
    if (blocker.state !== 'blocked' || hasUnsaved()) return
    if (isOffline) void openShell(blocker.location)
    else blocker.proceed()
  }, [isOffline, blocker])
  return (
    <>
      <OfflineBar isOffline={isOffline} isWaiting={isHeld && !isAsking} />
      {isAsking || answer ? (
        <ConfirmDialog
          isOpen
          onOpenChange={() => leave(false)}
          title="Leave without saving?"
          description="Your changes on this page will be lost."
          confirmLabel="Leave"
          cancelLabel="Stay"
          onConfirm={() => leave(true)}
        />
      ) : null}
    </>
  )
}
