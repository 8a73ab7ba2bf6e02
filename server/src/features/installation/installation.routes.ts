import { api } from '@marga/contract/api'
import type { InstallationConfig } from '@marga/contract/installation'
import { type BoundRoute, route } from '../../http/route.ts'
import type { ProductClock } from '../../platform/product-clock.ts'
import type { Contact } from './contact.service.ts'

type Deps = {
  describe: () => Omit<InstallationConfig, 'clockAheadMs' | 'contactEmail'>
  clock: ProductClock
  contact: Contact
}

export const installationRoutes = ({ describe, clock, contact }: Deps): BoundRoute[] => [
  route(api.installation.config, async () => ({
    ...describe(),
    contactEmail: await contact.address(),
    clockAheadMs: clock.aheadMs(),
  })),
]
