import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { AppError } from '../errors.ts'
import type { ImageStore } from './images.ts'

export type S3Config = {
  /** Of the service, without the bucket: https://s3.eu-central-1.amazonaws.com */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** How long one request may take. */
  timeoutMs?: number
}

/**
 * Pictures in any store that speaks S3, the bucket in the path, which all of them understand. The
 * bucket stays private: the product reads and hands them on. Nothing is tried again here; whoever
 * uploads may, and removals are a job's.
 */
export function createS3Store({
  endpoint,
  bucket,
  region,
  timeoutMs = 8_000,
  ...keys
}: S3Config): ImageStore {
  const client = new AwsClient({ ...keys, region, service: 's3', retries: 0 })
  const base = `${endpoint.replace(/\/$/, '')}/${bucket}`

  async function ask(method: 'GET' | 'PUT' | 'DELETE', name: string, bytes?: Buffer) {
    // The store compares the body with this: what it keeps is what was sent.
    const digest = createHash('sha256')
      .update(bytes ?? '')
      .digest('hex')
    const request = await client.sign(`${base}/${name}`, {
      method,
      headers: {
        'x-amz-content-sha256': digest,
        ...(bytes ? { 'content-type': 'image/webp' } : {}),
      },
      ...(bytes ? { body: new Uint8Array(bytes) } : {}),
    })
    // The time covers the body too: a store may stall in the middle of an answer.
    const response = await fetch(request, { signal: AbortSignal.timeout(timeoutMs) })
    const body = Buffer.from(await response.arrayBuffer())
    if (response.ok || response.status === 404) return { status: response.status, body }
    const code = /<Code>([^<]+)<\/Code>/.exec(body.toString('utf8', 0, 2000))?.[1]
    throw new Error(`The store answered ${response.status}${code ? ` ${code}` : ''} to ${method}.`)
  }

  async function put(name: string, bytes: Buffer) {
    const { status } = await ask('PUT', name, bytes)
    if (status === 404) throw new Error(`The store has no bucket ${bucket}.`)
  }
  async function get(name: string) {
    const { status, body } = await ask('GET', name)
    return status === 404 ? undefined : body
  }
  async function remove(name: string) {
    await ask('DELETE', name)
  }

  return {
    put: (name, bytes) => put(name, bytes).catch(refuse),
    get: (name) => get(name).catch(refuse),
    remove: (name) => remove(name).catch(refuse),
    async verify() {
      const probe = `.probe-${process.pid}`
      await put(probe, Buffer.from('probe'))
      const kept = await get(probe)
      await remove(probe)
      if (kept?.toString() !== 'probe') throw new Error('The store gives back something else than was put.')
    },
  }
}

function refuse(cause: unknown): never {
  throw new AppError('unavailable', { retryAfterSeconds: 10, cause })
}
