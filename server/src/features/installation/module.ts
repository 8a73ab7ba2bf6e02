import type { InstallationConfig } from '@marga/contract/installation'
import type { Core } from '../../platform/core.ts'
import { createContact } from './contact.service.ts'
import { installationRoutes } from './installation.routes.ts'

type Needs = Core & {
  contactEmail: string | undefined
  /** What every visitor may know, once all of it is built. */
  describe: () => Omit<InstallationConfig, 'clockAheadMs' | 'contactEmail'>
}

/** What this installation is called and offers, and where people write who cannot sign in. */
export function createInstallationModule(needs: Needs) {
  const contact = createContact({ ...needs, configured: needs.contactEmail })
  return { service: { contact }, routes: installationRoutes({ ...needs, contact }) }
}
