/** What Stripe answers when it refuses: docs.stripe.com/api/errors. */
export class Refusal extends Error {
  readonly status: number
  readonly body: { error: { type: string; code?: string; param?: string; message: string } }

  constructor(status: number, error: { type?: string; code?: string; param?: string; message: string }) {
    super(error.message)
    this.status = status
    this.body = { error: { type: 'invalid_request_error', ...error } }
  }
}

/** An id that is not there, or no longer usable in this way: 404 `resource_missing`. */
export const missing = (kind: string, id: string, { status = 404, param = 'id' } = {}) =>
  new Refusal(status, { code: 'resource_missing', param, message: `No such ${kind}: '${id}'` })

export const badParam = (param: string, message: string, code = 'parameter_invalid_empty') =>
  new Refusal(400, { code, param, message })

export type Params = { [key: string]: string | Params | undefined }

/** `a[b][0][c]=1` as nested objects; lists are objects with numbers for keys. */
export function decodeForm(text: string): Params {
  const params: Params = {}
  for (const [path, value] of new URLSearchParams(text)) {
    const keys = path.split(/[[\]]+/).filter(Boolean)
    let at = params
    for (const key of keys.slice(0, -1)) {
      at[key] ??= {}
      at = at[key] as Params
    }
    at[keys.at(-1)!] = value
  }
  return params
}

export const listOf = (value: string | Params | undefined): (string | Params)[] =>
  typeof value === 'object' ? Object.values(value).flatMap((each) => (each === undefined ? [] : [each])) : []
export const textOf = (value: string | Params | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined
export const groupOf = (value: string | Params | undefined): Params =>
  typeof value === 'object' ? value : {}
export const metadataOf = (value: string | Params | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(groupOf(value)).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])),
  )

/** Stripe refuses names that it does not know (`parameter_unknown`) and misses those it needs (`parameter_missing`). */
export function checkParams(given: Params, allowed: readonly string[], required: readonly string[] = []) {
  for (const name of Object.keys(given)) {
    if (name !== 'expand' && !allowed.includes(name))
      throw new Refusal(400, {
        code: 'parameter_unknown',
        param: name,
        message: `Received unknown parameter: ${name}`,
      })
  }
  for (const name of required) {
    if (given[name] === undefined)
      throw new Refusal(400, {
        code: 'parameter_missing',
        param: name,
        message: `Missing required param: ${name}.`,
      })
  }
}
