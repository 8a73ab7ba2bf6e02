import { api } from '@marga/contract/api'
import { type ReactNode, use } from 'react'
import { Links, Outlet, Scripts, ScrollRestoration, useRouteError } from 'react-router'
import type { Route } from './+types/root'
import figtreeUrl from './assets/fonts/figtree-core.woff2?url'
import frauncesUrl from './assets/fonts/fraunces-core.woff2?url'
import { RoutingError } from './components/routing-error.tsx'
import { Splash } from './components/splash.tsx'
import { NonceContext } from './lib/nonce.ts'
import { asResponse, hostContext } from './lib/server-context.ts'
import { themeScript } from './lib/theme.ts'
import { noEvalScript } from './lib/trusted-types.ts'
import './styles/app.css'

const firstScript = noEvalScript + themeScript

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  ...[frauncesUrl, figtreeUrl].map((href) => ({
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
    href,
  })),
]

/** What this installation offers and where it lives: read by every page through lib/installation. */
export async function loader({ context }: Route.LoaderArgs) {
  const { call, origin } = context.get(hostContext)
  try {
    return { config: await call(api.installation.config, {}), origin }
  } catch (error) {
    throw asResponse(error)
  }
}

/** The installation does not change under a page. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext)
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#faf6ee" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#16140f" media="(prefers-color-scheme: dark)" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, run before paint */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: firstScript }} />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export function HydrateFallback() {
  return <Splash />
}

export function ErrorBoundary() {
  return <RoutingError error={useRouteError()} />
}
