import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const s3Keys = { accessKeyId: 'AKIDMARGATESTS', secretAccessKey: 'a secret of the store' }
const bucket = 'pictures'
const region = 'ap-south-1'

/** `dead` breaks the connection, `silent` never answers, `stalling` stops in the middle, `full` refuses to write. */
export type S3Mood = 'well' | 'dead' | 'silent' | 'stalling' | 'full'

type Store = { objects: Map<string, { body: Buffer; contentType: string | undefined }>; mood: S3Mood }

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/**
 * The part of S3 that we use, on loopback: PUT, GET and DELETE of an object with the bucket in the
 * path. It computes Signature Version 4 by itself, as documented by Amazon, and refuses what S3
 * refuses: a wrong signature, a stale date, a body that is not the signed one, another bucket.
 */
export async function startS3Server() {
  const store: Store = { objects: new Map(), mood: 'well' }

  const server = createServer((request, response) => {
    if (store.mood === 'dead') return request.socket.destroy()
    if (store.mood === 'silent') return
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => respond(store, request, response, Buffer.concat(chunks)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    config: { endpoint, bucket, region, ...s3Keys },
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
    },
    objects: store.objects,
    setMood(next: S3Mood) {
      store.mood = next
    },
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
export type S3Server = Awaited<ReturnType<typeof startS3Server>>

function respond({ objects, mood }: Store, request: IncomingMessage, response: ServerResponse, body: Buffer) {
  const fail = (status: number, code: string) =>
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
  const refusal = rejectionReason(request, body)
  if (refusal) return fail(...refusal)
  const [, named, key] = /^\/([^/]+)\/(.+)$/.exec(request.url!) ?? []
  if (named !== bucket || !key) return fail(404, 'NoSuchBucket')
  if (request.method === 'PUT') {
    if (mood === 'full') return fail(503, 'SlowDown')
    objects.set(key, { body, contentType: request.headers['content-type'] })
    return response.writeHead(200).end()
  }
  if (request.method === 'DELETE') {
    objects.delete(key)
    return response.writeHead(204).end()
  }
  const object = objects.get(key)
  if (!object) return fail(404, 'NoSuchKey')
  response.writeHead(200, { 'content-length': object.body.length })
  if (mood === 'stalling') return response.write(object.body.subarray(0, 1))
  return response.end(object.body)
}

function rejectionReason(request: IncomingMessage, body: Buffer): [status: number, code: string] | undefined {
  const auth =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (!auth) return [403, 'AccessDenied']
  const [, keyId, scope, headers, signature] = auth as unknown as [string, string, string, string, string]
  const stamp = String(request.headers['x-amz-date'])
  const sentAt = Date.parse(stamp.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))
  if (keyId !== s3Keys.accessKeyId) return [403, 'InvalidAccessKeyId']
  if (scope !== `${stamp.slice(0, 8)}/${region}/s3/aws4_request`) return [400, 'AuthorizationHeaderMalformed']
  if (!(Math.abs(Date.now() - sentAt) < 15 * 60_000)) return [403, 'RequestTimeTooSkewed']
  const expected = signatureOf(request, headers.split(';'), stamp, scope)
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signature))) return [403, 'SignatureDoesNotMatch']
  const digest = request.headers['x-amz-content-sha256']
  if (digest !== 'UNSIGNED-PAYLOAD' && digest !== sha256(body)) return [400, 'XAmzContentSHA256Mismatch']
  return undefined
}

function signatureOf(request: IncomingMessage, signedHeaders: string[], stamp: string, scope: string) {
  const { pathname, searchParams } = new URL(request.url!, 'http://store')
  const pairs = [...searchParams].map(([k, v]) => `${encodeURIComponent(k)}=${encodeURIComponent(v)}`)
  const canonical = [
    request.method,
    pathname,
    pairs.sort().join('&'),
    ...signedHeaders.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signedHeaders.join(';'),
    request.headers['x-amz-content-sha256'],
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${s3Keys.secretAccessKey}`)
  return hmac(key, toSign).toString('hex')
}
