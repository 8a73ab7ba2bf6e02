import { api } from '@marga/contract/api'
import { lazy, type ReactNode, Suspense, use } from 'react'
import { Links, Outlet, Scripts, ScrollRestoration, useRouteError, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/root'
import figtreeUrl from './assets/fonts/figtree-core.woff2?url'
import frauncesUrl from './assets/fonts/fraunces-core.woff2?url'
import { RoutingError } from './components/routing-error.tsx'
import { Splash } from './components/splash.tsx'
import { clockAttribute, setServerClock } from './lib/clock.ts'
import { earlySubmitScript } from './lib/early-submit.ts'
import { installScript } from './lib/install-script.ts'
import type { Installation } from './lib/installation.ts'
import { NonceContext } from './lib/nonce.ts'
import { asResponse, hostContext } from './lib/server-context.ts'
import { themeScript } from './lib/theme-script.ts'
import { noEvalScript } from './lib/trusted-types.ts'
import { useHydrated } from './lib/use-hydrated.ts'
import './styles/app.css'
import { lazyWithPrefetch } from './ui/lazy-with-prefetch.tsx'

/** No page needs it before it can be left. */
const AfterHydration = lazyWithPrefetch(
  async () => (await import('./components/after-hydration.tsx')).AfterHydration,
)

/** For a demo whose clock was moved, and a site that cannot send mail. */
const SiteNotices = lazy(async () => ({
  default: (await import('./components/site-notices.tsx')).SiteNotices,
}))

/** Of the server's HTML only: the browser keeps it as it came, and need not load its text once more. */
const firstScript = import.meta.env.SSR ? noEvalScript + themeScript + earlySubmitScript + installScript : ''

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.ico', sizes: '48x48' },
  { rel: 'icon', href: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
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
  const { call: sendRequest, origin } = context.get(hostContext)
  try {
    return { config: await sendRequest(api.installation.config, {}), origin }
  } catch (error) {
    throw asResponse(error)
  }
}

/** The installation does not change under a page. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext)
  // Undefined where the root loader has failed.
  const aheadMs = useRouteLoaderData<Installation>('root')?.config.clockAheadMs ?? 0
  if (typeof document === 'undefined') setServerClock(aheadMs)
  return (
    <html lang="en" suppressHydrationWarning {...(aheadMs ? { [clockAttribute]: aheadMs } : {})}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          name="theme-color"
          content="#faf6ee"
          media="(prefers-color-scheme: light)"
          suppressHydrationWarning
        />
        <meta
          name="theme-color"
          content="#16140f"
          media="(prefers-color-scheme: dark)"
          suppressHydrationWarning
        />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, run before paint */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: firstScript }} />
        <Links />
      </head>
      <body>
        <noscript>{import.meta.env.SSR ? <WithoutScript /> : null}</noscript>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/** Of the server's HTML only: React draws nothing inside of noscript. */
const WithoutScript = () => (
  <p className="border-accent border-b bg-accent-soft px-4 py-3 text-center text-accent-ink">
    JavaScript is turned off. You can read the public pages; signing in, booking and chatting need it.
  </p>
)

export default function Root({ loaderData }: Route.ComponentProps) {
  const isHydrated = useHydrated()
  const config = loaderData?.config
  return (
    <>
      {config?.clockAheadMs || config?.mail === 'none' ? (
        <Suspense>
          <SiteNotices />
        </Suspense>
      ) : null}
      <AfterHydration isOpen={isHydrated} />
      <Outlet />
    </>
  )
}

export function HydrateFallback() {
  return <Splash />
}

export function ErrorBoundary() {
  return <RoutingError error={useRouteError()} />
}
