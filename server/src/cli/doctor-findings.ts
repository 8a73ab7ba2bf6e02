import type { Config } from '../config.ts'

export type Finding = {
  piece: string
  /** `notice` is worth knowing and stops nobody. */
  verdict: 'ok' | 'notice' | 'problem'
  words: string
}
export type Found = Omit<Finding, 'piece'>
export type Check = (config: Config) => Promise<Found> | Found

export const ok = (words: string): Found => ({ verdict: 'ok', words })
export const notice = (words: string): Found => ({ verdict: 'notice', words })
export const problem = (words: string): Found => ({ verdict: 'problem', words })

const sentences: Record<string, string> = {
  // What S3 calls its refusals.
  SignatureDoesNotMatch: 'the store refuses S3_SECRET_ACCESS_KEY.',
  InvalidAccessKeyId: 'the store does not know S3_ACCESS_KEY_ID.',
  AccessDenied: 'the key may not read, write and delete in that bucket.',
  AuthorizationHeaderMalformed: 'S3_REGION is not the region of that bucket.',
  RequestTimeTooSkewed: 'the clock of this machine is wrong.',
  TimeoutError: 'the server did not answer in time.',
  ECONNREFUSED: 'nothing answers at that address and port.',
  ENOTFOUND: 'the name of the server is not known.',
  EAI_AGAIN: 'the name of the server cannot be looked up now.',
  EDNS: 'the name of the server cannot be looked up.',
  ETIMEDOUT: 'the server did not answer in time.',
  ECONNECTION: 'the connection broke.',
  ETLS: 'the server does not turn to TLS, so nothing is said to it. SMTP_TLS=off lets mail go in the open, for a relay of your own network.',
  EAUTH: 'the server refuses the user or the password.',
  EACCES: 'the permission is missing.',
  EEXIST: 'a file is in the way.',
  ENOTDIR: 'a file is in the way.',
  EROFS: 'the file system is read-only.',
  '28P01': 'the password is wrong.',
  '28000': 'the server refuses this user.',
  '3D000': 'there is no such database.',
}

/** In a person's words where the code is known, else what the library said, innermost first. */
export function plain(error: unknown): string {
  let innermost: unknown = error
  const codes: string[] = []
  while (innermost instanceof Error) {
    const { code } = innermost as { code?: unknown }
    if (typeof code === 'string') codes.unshift(code)
    if (!(innermost.cause instanceof Error)) break
    innermost = innermost.cause
  }
  const message = innermost instanceof Error ? innermost.message : String(innermost)
  // Some libraries wrap the system's error and keep its code in the message only.
  const inMessage = message.match(/\b(?:E[A-Z]{4,}|(?:[A-Z][a-z]+){2,})\b/g) ?? []
  const name = innermost instanceof Error ? innermost.name : ''
  if (/unsupported startup parameter/.test(message))
    return `the pooler in between refuses a parameter of the address (${message}). Leave it out, and set it for the role: alter role … set …`
  const known = [...codes, ...inMessage, name].map((code) => sentences[code]).find(Boolean)
  if (known) return known
  return message || codes[0] || 'the reason is unknown.'
}
