import type { InstallationConfig } from '@marga/contract/installation'
import { render } from '@testing-library/react'
import type { ComponentType, ReactElement } from 'react'
import { createRoutesStub, Outlet, parsePath } from 'react-router'

const config: InstallationConfig = {
  productName: 'Marga',
  googleSignIn: true,
  payments: 'sandbox',
  mail: 'sandbox',
  upload: { url: '/api/uploads/images', preset: 'marga' },
  pushKey: null,
  contactEmail: null,
  socialLinks: { instagram: '/', facebook: '/', linkedin: '/', twitter: '/' },
  clockAheadMs: 0,
  demoLogins: null,
}

export type StubPage = {
  path: string
  /** One of the two. */
  Component?: ComponentType
  element?: ReactElement
  loader?: (args: { request: Request }) => unknown
  ErrorBoundary?: ComponentType
  /** Below its own path. */
  children?: ({ Component: ComponentType } & ({ index: true } | { path: string }))[]
}

const Nothing = () => null
const Elsewhere = () => <p>elsewhere</p>

/** Renders pages inside what the root gives every page; any other address shows itself as text. */
export function renderSite(
  pages: readonly StubPage[],
  at: string,
  changes: Partial<InstallationConfig> = {},
  state?: unknown,
) {
  const installation = { config: { ...config, ...changes }, origin: 'http://localhost' }
  const shown = pages.map(({ element, Component = () => element, ...page }) => ({
    ...page,
    Component,
    HydrateFallback: Nothing,
  }))
  const hasHome = pages.some(({ path }) => path === '/')
  const elsewhere = [{ path: '*', Component: Elsewhere }]
  const home = hasHome ? [] : [{ index: true as const, Component: Elsewhere }]
  const children = [...shown, ...home, ...elsewhere]
  const Site = createRoutesStub([
    {
      id: 'root',
      path: '/',
      Component: Outlet,
      loader: () => installation,
      HydrateFallback: Nothing,
      children,
    },
  ])
  return render(
    <Site
      initialEntries={[{ ...parsePath(at), state }]}
      hydrationData={{ loaderData: { root: installation } }}
    />,
  )
}
