import { use } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { Installation } from '../lib/installation.ts'
import { UnreadCountContext } from '../lib/unread-count.ts'

/**
 * The title of a page, which ends in the product's name; that alone while a page is on its way. Before it, in areas,
 * how many conversations are unread: that is seen in a tab that is behind others.
 */
export function PageTitle({ children }: { children?: string }) {
  // Undefined where the root itself could not be loaded.
  const name = useRouteLoaderData<Installation>('root')?.config.productName ?? 'Marga'
  const unread = use(UnreadCountContext)
  const title = children ? `${children} · ${name}` : name
  return <title>{unread > 0 ? `(${unread}) ${title}` : title}</title>
}
