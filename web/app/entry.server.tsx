import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import { NonceContext } from './lib/nonce.ts'
import { type HostContext, hostContext } from './lib/server-context.ts'

export const streamTimeout = 5000

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

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, report } = context.get(hostContext)
  // Browsers get the shell at once; crawlers and the plain build get all of it.
  const readyEvent = isbot(request.headers.get('user-agent')) ? 'onAllReady' : 'onShellReady'
  return new Promise((resolve, reject) => {
    let isShellSent = false
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        [readyEvent]() {
          isShellSent = true
          const body = new PassThrough()
          headers.set('content-type', 'text/html; charset=utf-8')
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }))
          pipe(body)
        },
        onShellError: reject,
        onError(error: unknown) {
          status = 500
          if (isShellSent) report(error)
        },
      },
    )
    setTimeout(abort, streamTimeout + 1000).unref()
  })
}

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
): void {
  if (!request.signal.aborted) context.get(hostContext).report(error)
}
