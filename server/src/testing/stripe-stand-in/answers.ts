import type { IncomingMessage } from 'node:http'
import { type Faults, mistakeAt, serverError } from './faults.ts'
import type { Answer } from './key-memory.ts'
import type { Mode } from './modes.ts'
import { checkParams, decodeForm, listOf, type Params, Refusal } from './rejections.ts'

/** A request at the API, read to its end. `mode`: undefined when its key is not known. */
export type ApiRequest = { request: IncomingMessage; path: string; text: string; mode: Mode | undefined }

/** The same answer again to the same key: docs.stripe.com/api/idempotent_requests. */
export function answerOnce(call: ApiRequest, faults: Faults): Answer & { isReplayed: boolean } {
  const { request, path, text, mode } = call
  const key = request.headers['idempotency-key']
  const work = () => answerMistaken(call, faults)
  if (!mode || request.method !== 'POST' || typeof key !== 'string') return { ...work(), isReplayed: false }
  return mode.once(key, `${request.method} ${path} ${text}`, work)
}

function answerMistaken(call: ApiRequest, faults: Faults): Answer {
  const wrong = mistakeAt(faults, call.request)
  if (wrong?.what === 'error' && wrong.when === 'before') return serverError
  const done = answer(call)
  return wrong?.what === 'error' && wrong.when === 'after' ? serverError : done
}

function answer({ request, path, text, mode }: ApiRequest): Answer {
  try {
    if (!mode) throw new Refusal(401, { message: 'Invalid API Key provided' })
    const { pathname, search } = new URL(path, 'http://stand-in')
    const params: Params = { ...decodeForm(search.slice(1)), ...decodeForm(text) }
    for (const route of mode.routes) {
      const [, id = ''] = route.method === request.method ? (route.path.exec(pathname) ?? []) : []
      if (route.method !== request.method || !route.path.test(pathname)) continue
      if (request.method === 'GET' && id) checkParams(params, [])
      const paths = listOf(params.expand).filter((each): each is string => typeof each === 'string')
      return { status: 200, body: mode.expand(route.answer({ params, id }), paths) }
    }
    throw new Refusal(404, { message: `Unrecognized request URL (${request.method}: ${pathname}).` })
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
