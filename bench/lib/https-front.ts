import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** What a proxy in front of the product does: ends TLS, and leads plain http to it. */
export type HttpsFront = {
  httpPort: number
  httpsPort: number
  certificatePath: string
  /** Where the product listens, known once it runs. */
  leadTo(target: string): void
  close(): void
}

/** @param folder takes key and certificate */
export async function startHttpsFront(folder: string): Promise<HttpsFront> {
  const [keyPath, certificatePath] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const asked = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2', '-nodes']
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-keyout', keyPath]
  execFileSync('openssl', ['req', '-x509', ...made, '-out', certificatePath, ...asked], { stdio: 'ignore' })

  let target = ''
  const tls = createTlsServer(
    { key: readFileSync(keyPath), cert: readFileSync(certificatePath) },
    (incoming, outgoing) => {
      const { host } = incoming.headers
      const headers = { ...incoming.headers, 'x-forwarded-proto': 'https', 'x-forwarded-host': host }
      const passed = request(target + incoming.url, { method: incoming.method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      passed.on('error', () => outgoing.destroy())
      incoming.pipe(passed)
    },
  )
  const httpsPort = await listen(tls)
  const plain = createServer((incoming, outgoing) => {
    outgoing.writeHead(301, { location: `https://localhost:${httpsPort}${incoming.url}` }).end()
  })
  const httpPort = await listen(plain)
  return {
    httpPort,
    httpsPort,
    certificatePath,
    leadTo(url) {
      target = url
    },
    close() {
      tls.close()
      plain.close()
    },
  }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return (server.address() as AddressInfo).port
}
