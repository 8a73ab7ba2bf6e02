import { Outlet, useRouteError } from 'react-router'
import { RoutingError } from '../../components/routing-error.tsx'
import { Splash } from '../../components/splash.tsx'

/** Makes the area's guard run when it is opened by its address, too. */
export const clientLoader = () => null
/** Inside the area's bar and navigation, which stay while a page is on its way and when it cannot be had. */
export const HydrateFallback = Splash

export default function AreaContent() {
  return <Outlet />
}

export function ErrorBoundary() {
  return <RoutingError error={useRouteError()} isInside />
}
