import { createHmac, timingSafeEqual } from 'node:crypto'
import { validate as isUuid, parse as uuidBytes } from 'uuid'

type Feed = { accountId: string; generation: number }

const proofOf = (secret: Uint8Array, { accountId, generation }: Feed) =>
  createHmac('sha256', secret).update(`calendar\0${accountId}\0${generation}`).digest().subarray(0, 24)

export const writeCalendarKey = (secret: Uint8Array, feed: Feed): string =>
  Buffer.concat([Buffer.from(uuidBytes(feed.accountId)), proofOf(secret, feed)]).toString('base64url')

/** Whose it claims to be; undefined for what is no such key. */
export function accountIdOfKey(key: string): string | undefined {
  const bytes = Buffer.from(key, 'base64url')
  if (bytes.length !== 40) return undefined
  const id = bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  // Sixteen bytes that somebody made up are mostly no UUID.
  return isUuid(id) ? id : undefined
}

/** Whether it is the feed's present key. @param key of the right length, as `accountIdOfKey` has found */
export const isCalendarKey = (secret: Uint8Array, key: string, feed: Feed): boolean =>
  timingSafeEqual(Buffer.from(key, 'base64url').subarray(16), proofOf(secret, feed))
