import { api } from '@marga/contract/api'
import { type BoundRoute, route } from '../../http/route.ts'
import type { SitePages } from './site-pages.service.ts'

export const sitePageRoutes = ({ sitePages }: { sitePages: SitePages }): BoundRoute[] => [
  route(api.sitePages.read, async ({ query }) => ({ page: await sitePages.read(query.name) })),
]
