import type { InstallationConfig } from '@marga/contract/installation'
import { useRouteLoaderData } from 'react-router'

export type Installation = { config: InstallationConfig; origin: string }

/** What this installation offers, as the root loader read it. */
export function useInstallation(): Installation {
  const data = useRouteLoaderData<Installation>('root')
  if (!data) throw new Error('The root loader has not run.')
  return data
}
