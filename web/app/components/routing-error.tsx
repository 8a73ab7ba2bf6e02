import { texts } from '@marga/contract/texts'
import { isRouteErrorResponse } from 'react-router'
import { isApiError, isOutOfReach } from '../lib/out-of-reach.ts'
import { paths } from '../lib/paths.ts'
import { useRetryOnReconnect } from '../lib/use-retry-on-reconnect.ts'
import { Button } from '../ui/button.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Spinner } from '../ui/spinner.tsx'
import { Logo } from './logo.tsx'
import { PageTitle } from './page-title.tsx'

type RoutingErrorProps = {
  error: unknown
  /** Inside an area, whose shell has the page's `main`. */
  isInside?: boolean
}

/** Whatever broke while an address was opened ends here. */
export function RoutingError({ error, isInside = false }: RoutingErrorProps) {
  const Frame = isInside ? 'div' : 'main'
  return (
    <Frame
      className={`grid content-center justify-items-start gap-5 py-16 ${isInside ? 'min-h-[50dvh]' : 'page min-h-[80dvh]'}`}
    >
      {/* Where an address leads nowhere, the product's name was not fetched. */}
      {isInside ? null : <Logo name="" />}
      {isOutOfReach(error) ? <OutOfReach error={error} /> : <Broken error={error} isInside={isInside} />}
    </Frame>
  )
}

function Broken({ error, isInside }: RoutingErrorProps) {
  const { status, detail } = describe(error)
  return (
    <>
      <PageTitle>{texts.routing.title}</PageTitle>
      {status ? <p className="font-display text-5xl text-accent-ink">{status}</p> : null}
      <h1 className={`max-w-2xl ${isInside ? 'text-2xl' : 'text-3xl'}`}>{texts.routing.title}</h1>
      {detail ? <p className="max-w-xl text-ink-soft">{detail}</p> : null}
      <div className="mt-2 flex flex-wrap gap-3">
        <a href="/" className={buttonStyle()}>
          {texts.routing.home}
        </a>
        {status === 404 && !isInside ? (
          <a href={paths.browse.search.getHref()} className={buttonStyle({ variant: 'secondary' })}>
            Find a mentor
          </a>
        ) : null}
      </div>
    </>
  )
}

const notLoaded = 'This page could not be loaded'

function OutOfReach({ error }: { error: unknown }) {
  const { isRetrying, retry } = useRetryOnReconnect()
  // An answer that it is too much at the moment came from the server.
  const isAnswered = isApiError(error) && error.status > 0
  return (
    <div role="alert" className="grid justify-items-start gap-5">
      <PageTitle>{isAnswered ? notLoaded : 'No connection'}</PageTitle>
      <h1 className="text-2xl">{notLoaded}</h1>
      <p className="max-w-xl text-ink-soft">
        {isAnswered ? error.message : 'We can’t reach the server right now.'} We keep trying.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={retry} disabled={isRetrying}>
          {isRetrying ? <Spinner className="size-4" /> : null}
          Try again
        </Button>
        <a href="/" className={buttonStyle({ variant: 'secondary' })}>
          {texts.routing.home}
        </a>
      </div>
    </div>
  )
}

function describe(error: unknown): { status?: number; detail?: string } {
  if (isApiError(error)) return { status: error.status, detail: error.message }
  if (!isRouteErrorResponse(error)) return {}
  const detail = typeof error.data === 'string' && error.data ? error.data : error.statusText
  return {
    status: error.status,
    // React Router's own begins with a word for programmers.
    detail: detail.replace(/^Error: /, ''),
  }
}
