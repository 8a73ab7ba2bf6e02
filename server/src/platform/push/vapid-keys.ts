import { createECDH, createHmac } from 'node:crypto'

export type PushKeys = { publicKey: string; privateKey: string }

/** @returns undefined when it is no private key of the curve */
function publicKeyOf(privateKey: string): Buffer | undefined {
  const curve = createECDH('prime256v1')
  try {
    curve.setPrivateKey(Buffer.from(privateKey, 'base64url'))
    return curve.getPublicKey()
  } catch {
    return undefined
  }
}

/** Whether the two belong together. What is sent with others every push service refuses for good. */
export const isKeyPair = ({ publicKey, privateKey }: PushKeys): boolean =>
  publicKeyOf(privateKey)?.equals(Buffer.from(publicKey, 'base64url')) ?? false

/** A VAPID key pair out of the installation's secret: every process has the same one, and nothing is to be stored. */
export function deriveKeys(secret: Uint8Array): PushKeys {
  const privateKey = createHmac('sha256', secret).update('web push').digest('base64url')
  const publicKey = publicKeyOf(privateKey)?.toString('base64url')
  // One in 2³² secrets gives a number beyond the curve.
  if (!publicKey)
    throw new Error('Choose another TOKEN_SECRET: no key for web push can be made out of this one.')
  return { publicKey, privateKey }
}
