import { allEndpoints, api } from '@marga/contract/api'
import type { EndpointSpec } from '@marga/contract/endpoint'
import { pathParamNames } from '@marga/contract/endpoint'

export { api }

export const endpoints = allEndpoints()

/** An address of the endpoint with the given value in every path parameter. */
export const addressWith = (endpoint: EndpointSpec, id: string, own?: string) =>
  endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    own !== undefined && endpoint.self?.includes(`params.${name}`) ? own : name === 'secret' ? 'secret' : id,
  )

export const hasPathId = (endpoint: EndpointSpec) => pathParamNames(endpoint.path).length > 0

/** The same body with `value` wherever the endpoint repeats the caller's id. */
export function withSelf(endpoint: EndpointSpec, body: object, value: string): Record<string, unknown> {
  const whole = structuredClone(body) as Record<string, unknown>
  for (const path of endpoint.self ?? []) {
    const [where, ...keys] = path.split('.')
    if (where !== 'body') continue
    let node = whole
    for (const key of keys.slice(0, -1)) {
      if (typeof node[key] !== 'object' || node[key] === null) node[key] = {}
      node = node[key] as Record<string, unknown>
    }
    node[keys.at(-1)!] = value
  }
  return whole
}

/** A body that holds `value` wherever the endpoint repeats the caller's id. */
export const bodyWithSelf = (endpoint: EndpointSpec, value: string) => withSelf(endpoint, {}, value)

/** The query string that holds `value` wherever the endpoint repeats the caller's id. */
export function queryWithSelf(endpoint: EndpointSpec, value: string): string {
  const keys = (endpoint.self ?? [])
    .filter((path) => path.startsWith('query.'))
    .map((path) => path.slice('query.'.length))
  return keys.length === 0 ? '' : `?${keys.map((key) => `${key}=${value}`).join('&')}`
}
