import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  isRouteErrorResponse,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import { NonceContext } from './lib/nonce.ts'
import { scriptsAfterPaint } from './lib/scripts-after-paint.ts'
import { type HostContext, hostContext } from './lib/server-context.ts'

export const streamTimeout = 5000

/** Shown in full before any script runs; the signed-in areas begin with a splash. */
const serverRendered = /^pages\/(?:public|auth)\//

/**
 * The host's way in. It lives in the built server file, so that the host and the pages share one
 * copy of React Router, the production one.
 */
export function createWebHandler(build: ServerBuild) {
  const handle = createRequestHandler(build, 'production')
  return (request: Request, host: HostContext): Promise<Response> => {
    const context = new RouterContextProvider()
    context.set(hostContext, host)
    return handle(request, context)
  }
}

/**
 * Renders a page and answers it in one piece. No page waits for anything after its loaders, so a
 * stream would bring nothing, and chunk by chunk through three kinds of stream costs a third more.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, report } = context.get(hostContext)
  const isComplete = entryContext.staticHandlerContext.matches.some(({ route }) =>
    serverRendered.test(route.id),
  )
  return new Promise((resolve, reject) => {
    let finalStatus = status
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        onAllReady() {
          clearTimeout(timer)
          headers.set('content-type', 'text/html; charset=utf-8')
          pipe(
            collector((page) => {
              const body = isComplete ? scriptsAfterPaint(page.toString()) : page
              resolve(new Response(body, { headers, status: finalStatus }))
            }),
          )
        },
        onShellError: reject,
        onError(error: unknown) {
          finalStatus = 500
          report(error)
        },
      },
    )
    const timer = setTimeout(abort, streamTimeout + 1000)
    request.signal.addEventListener('abort', () => abort(), { once: true })
  })
}

/** Takes a whole stream and hands it over at its end. */
function collector(onEnd: (all: Buffer<ArrayBuffer>) => void): Writable {
  const chunks: Buffer[] = []
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
    final(done) {
      onEnd(Buffer.concat(chunks))
      done()
    },
  })
}

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
): void {
  // What was refused, or is not there, is the asker's matter.
  if (isRouteErrorResponse(error) && error.status < 500) return
  if (!request.signal.aborted) context.get(hostContext).report(error)
}
