import { api } from '@marga/contract/api'
import { type BoundRoute, route } from '../../http/route.ts'
import type { ContactForms } from './contact-form.service.ts'
import type { SitePages } from './site-pages.service.ts'

type Deps = { sitePages: SitePages; contactForms: ContactForms }

export const sitePageRoutes = ({ sitePages, contactForms }: Deps): BoundRoute[] => [
  route(api.sitePages.read, async ({ query }) => ({ page: await sitePages.read(query.name) })),
  route(api.contact.send, async ({ body, caller }) => {
    await contactForms.send(body, caller.address)
    return { message: 'Your message is on its way to us.' }
  }),
]
