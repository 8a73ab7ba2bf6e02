import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { FetchProblem } from './fetch-problem.ts'

export const acceptedEncodings = 'gzip, deflate, br'

function decompressorOf(encoding: string) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip()
  if (encoding === 'deflate') return createInflate()
  if (encoding === 'br') return createBrotliDecompress()
  throw new FetchProblem('unreadable')
}

/** Passes on what comes, and ends it where it is too much. */
function counting(bytesMax: number) {
  return async function* (chunks: AsyncIterable<Buffer>) {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > bytesMax) throw new FetchProblem('too_large')
      yield chunk
    }
  }
}

/** The whole body as it was before it was compressed. Both what comes and what becomes of it are bounded. */
export async function readBounded(
  response: IncomingMessage,
  bytesMax: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (Number(response.headers['content-length'] ?? 0) > bytesMax) throw new FetchProblem('too_large')
  const parts: Buffer[] = []
  const collect = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) parts.push(chunk)
  }
  const count = counting(bytesMax)
  if (encoding === 'identity' || encoding === '') await pipeline(response, count, collect, { signal })
  else await pipeline(response, count, decompressorOf(encoding), counting(bytesMax), collect, { signal })
  return Buffer.concat(parts)
}
