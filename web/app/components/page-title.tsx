import { useRouteLoaderData } from 'react-router'
import type { Installation } from '../lib/installation.ts'

/** The title of a page, which ends in the product's name; that alone while a page is on its way. */
export function PageTitle({ children }: { children?: string }) {
  // Undefined where the root itself could not be loaded.
  const name = useRouteLoaderData<Installation>('root')?.config.productName ?? 'Marga'
  return <title>{children ? `${children} · ${name}` : name}</title>
}
