import { Agent, request } from 'node:http'

export type Called = { status: number; text: string; ms: number }

/** JSON over connections that are kept, with little of the load generator's own in the way. */
export function createCaller(baseUrl: string, { connections = 256 } = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' })
  const { hostname, port } = new URL(baseUrl)
  return {
    call(
      method: string,
      path: string,
      { token, key, body }: { token?: string; key?: string; body?: unknown } = {},
    ): Promise<Called> {
      const begun = performance.now()
      const payload = body === undefined ? undefined : JSON.stringify(body)
      return new Promise((resolve, reject) => {
        const outgoing = request(
          {
            ...{ agent, hostname, port, method, path },
            headers: {
              ...(token ? { authorization: `Bearer ${token}` } : {}),
              ...(key ? { 'idempotency-key': key } : {}),
              ...(payload
                ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
                : {}),
            },
          },
          (response) => {
            let text = ''
            response.setEncoding('utf8')
            response.on('data', (part: string) => {
              text += part
            })
            response.on('end', () =>
              resolve({ status: response.statusCode ?? 0, text, ms: performance.now() - begun }),
            )
            response.on('error', reject)
          },
        )
        outgoing.on('error', reject)
        outgoing.end(payload)
      })
    },
    close: () => agent.destroy(),
  }
}
export type Caller = ReturnType<typeof createCaller>
