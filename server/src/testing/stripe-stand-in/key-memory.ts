import { hoursMs } from '../../platform/clock.ts'

export type Answer = { status: number; body: unknown }
type Kept = Answer & { fingerprint: string; until: number }

/** What Stripe refuses before the work begins is not kept, so that it may be tried again under the same key. */
const isUnbegun = ({ status, body }: Answer) => {
  const code = (body as { error?: { code?: string } }).error?.code ?? ''
  return status === 401 || status === 409 || status === 429 || code.startsWith('parameter_')
}

/**
 * The first answer under a key is given again for a day, a failure of Stripe's own included; another body under it is
 * refused. docs.stripe.com/api/idempotent_requests
 */
export function createKeyMemory(now: () => Date) {
  const kept = new Map<string, Kept>()

  return (key: string, fingerprint: string, work: () => Answer): Answer & { isReplayed: boolean } => {
    const earlier = kept.get(key)
    if (!earlier || earlier.until <= now().getTime()) {
      const fresh = work()
      if (!isUnbegun(fresh)) kept.set(key, { ...fresh, fingerprint, until: now().getTime() + hoursMs(24) })
      return { ...fresh, isReplayed: false }
    }
    if (earlier.fingerprint === fingerprint) return { ...earlier, isReplayed: true }
    const message =
      'Keys for idempotent requests can only be used with the same parameters they were first used with.'
    return { status: 400, body: { error: { type: 'idempotency_error', message } }, isReplayed: false }
  }
}
