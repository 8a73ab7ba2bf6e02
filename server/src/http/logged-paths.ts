import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A path parameter of this name is a secret: whoever reads it in a log could act by it. */
const secretParameter = '/:secret'

/**
 * What the log may say of an address: the path without its query, which may hold what people look for, and without
 * the secret of a route that has one. That of an address that only looks like such a route is left out too, as it
 * may be the right one with a slash too many.
 */
export function createLoggedPaths(app: FastifyInstance) {
  const prefixes = new Set<string>()
  app.addHook('onRoute', ({ url }) => {
    const at = url.indexOf(secretParameter)
    if (at >= 0) prefixes.add(url.slice(0, at).toLowerCase())
  })

  return (request: FastifyRequest): string => {
    const { url: pattern } = request.routeOptions
    if (pattern?.includes(secretParameter) && !request.is404) return pattern
    const path = request.url.split('?')[0]!
    const plain = decoded(path).toLowerCase().replace(/\/+/g, '/')
    const prefix = [...prefixes].find((each) => plain.includes(`${each}/`))
    return prefix ? `${prefix}/…` : path
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
