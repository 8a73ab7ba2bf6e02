import { api } from '@marga/contract/api'
import type { InstallationConfig } from '@marga/contract/installation'
import { type BoundRoute, route } from '../../http/route.ts'

export const installationRoutes = ({ installation }: { installation: InstallationConfig }): BoundRoute[] => [
  route(api.installation.config, async () => installation),
]
