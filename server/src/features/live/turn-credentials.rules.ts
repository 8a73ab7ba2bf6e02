import { createHmac } from 'node:crypto'
import type { IceServer } from '@marga/contract/live'

export type Turn = { urls: readonly string[]; secret: string }

/**
 * The servers a browser may use until `expiresAt`: coturn's shared-secret scheme, where the user name
 * begins with the second of expiry and the password is its HMAC-SHA1 under the secret.
 */
export function iceServersFor(turn: Turn | undefined, accountId: string, expiresAt: Date): IceServer[] {
  if (!turn) return []
  const isRelay = (url: string) => /^turns?:/.test(url)
  const relays = turn.urls.filter(isRelay)
  const others = turn.urls.filter((url) => !isRelay(url))
  const username = `${Math.ceil(expiresAt.getTime() / 1000)}:${accountId}`
  const credential = createHmac('sha1', turn.secret).update(username).digest('base64')
  return [
    ...(others.length > 0 ? [{ urls: others }] : []),
    ...(relays.length > 0 ? [{ urls: relays, username, credential }] : []),
  ]
}
