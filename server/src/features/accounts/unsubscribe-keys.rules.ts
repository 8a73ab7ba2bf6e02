import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ModeratorPreferences, Preferences } from '@marga/contract/preferences'
import { parse as uuidBytes, stringify as uuidText } from 'uuid'

/** The kinds of mail that a person may switch off. Mails about the account itself always go. */
export type OptionalMail = keyof Preferences['email'] | keyof ModeratorPreferences['email']

/** In the order of their number in the secret: add at the end only. */
const kinds = [
  'messages',
  'bookings',
  'reminders',
  'payments',
  'cases',
  'reviews',
] as const satisfies readonly OptionalMail[]

const proofBytes = 24
const keyBytes = 16 + 1 + proofBytes

const proofOf = (secret: Uint8Array, named: Uint8Array) =>
  createHmac('sha256', secret).update('unsubscribe\0').update(named).digest().subarray(0, proofBytes)

/** Derived, so that it is stored nowhere: the account, the kind, and the proof that we wrote it. */
export function writeUnsubscribeKey(secret: Uint8Array, accountId: string, kind: OptionalMail): string {
  const named = Buffer.concat([Buffer.from(uuidBytes(accountId)), Buffer.from([kinds.indexOf(kind)])])
  return Buffer.concat([named, proofOf(secret, named)]).toString('base64url')
}

/** @returns undefined for what we have not written */
export function readUnsubscribeKey(
  secret: Uint8Array,
  key: string,
): { accountId: string; kind: OptionalMail } | undefined {
  const bytes = Buffer.from(key, 'base64url')
  if (bytes.length !== keyBytes) return undefined
  const named = bytes.subarray(0, 17)
  const kind = kinds[named[16]!]
  if (!kind || !timingSafeEqual(bytes.subarray(17), proofOf(secret, named))) return undefined
  return { accountId: uuidText(named.subarray(0, 16)), kind }
}
