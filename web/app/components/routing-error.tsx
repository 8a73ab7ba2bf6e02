import { texts } from '@marga/contract/texts'
import { isRouteErrorResponse } from 'react-router'
import { buttonStyle } from '../ui/button-style.ts'

/** Whatever broke while an address was opened ends here. */
export function RoutingError({ error }: { error: unknown }) {
  const { status, detail } = describe(error)
  return (
    <main className="page grid min-h-[80dvh] content-center justify-items-start gap-5 py-16">
      <title>{texts.routing.title}</title>
      {status ? <p className="font-display text-5xl text-accent-ink">{status}</p> : null}
      <h1 className="max-w-2xl text-3xl">{texts.routing.title}</h1>
      {detail ? <p className="max-w-xl text-ink-soft">{detail}</p> : null}
      <a href="/" className={buttonStyle()}>
        {texts.routing.home}
      </a>
    </main>
  )
}

function describe(error: unknown): { status?: number; detail?: string } {
  if (!isRouteErrorResponse(error)) return {}
  const detail = typeof error.data === 'string' && error.data ? error.data : error.statusText
  return {
    status: error.status,
    // React Router's own text speaks of route patterns.
    detail: error.status === 404 ? 'There is no page at this address.' : detail,
  }
}
