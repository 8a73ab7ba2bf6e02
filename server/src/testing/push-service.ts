import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { importJWK, jwtVerify } from 'jose'

export type ReceivedNotice = {
  device: string
  notice: Record<string, string>
  ttl: number
  claims: Record<string, unknown>
}

type Device = { curve: ReturnType<typeof createECDH>; auth: Buffer }

/**
 * A push service on loopback with the browsers that are subscribed to it. It checks what a real one
 * checks (RFC 8292: the token, its audience, its key) and reads what the browser reads (RFC 8291).
 */
export async function startPushService() {
  const received: ReceivedNotice[] = []
  const devices = new Map<string, Device>()
  let status = 201

  const server = createServer(async (request, response) => {
    const device = request.url!.slice(1)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const subscribed = devices.get(device)
    if (status !== 201 || !subscribed) return response.writeHead(status === 201 ? 410 : status).end()
    try {
      const claims = await claimsOf(String(request.headers.authorization), url)
      const notice = decrypt(subscribed, Buffer.concat(chunks))
      received.push({ device, notice, ttl: Number(request.headers.ttl), claims })
      response.writeHead(201).end()
    } catch {
      response.writeHead(403).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `http://${host}`

  return {
    host,
    received,
    /** A browser that subscribes. @returns what it would give to the product */
    subscribe(device: string) {
      const curve = createECDH('prime256v1')
      curve.generateKeys()
      const auth = randomBytes(16)
      devices.set(device, { curve, auth })
      const keys = { p256dh: curve.getPublicKey().toString('base64url'), auth: auth.toString('base64url') }
      return { endpoint: `${url}/${device}`, keys }
    },
    /** The person has taken the permission back in the browser. */
    forget: (device: string) => devices.delete(device),
    /** What it answers from now on; 201 is well. */
    answerWith(next: number) {
      status = next
    },
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
export type PushService = Awaited<ReturnType<typeof startPushService>>

function decrypt({ curve, auth }: Device, body: Buffer): Record<string, string> {
  const salt = body.subarray(0, 16)
  const senderKey = body.subarray(21, 21 + body[20]!)
  const shared = curve.computeSecret(senderKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), senderKey])
  const ikm = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: nonce\0', 12))
  const sealed = body.subarray(21 + body[20]!)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()) as Record<string, string>
}

async function claimsOf(authorization: string, url: string) {
  const [, token, key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization)!
  const point = Buffer.from(key!, 'base64url')
  const half = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: half(1), y: half(33) }, 'ES256')
  return { ...(await jwtVerify(token!, jwk, { audience: url })).payload, key }
}
