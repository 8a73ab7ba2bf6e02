import { describe, expect, it } from 'vitest'
import { contradictions } from './config-contradictions.ts'
import { environment } from './config-environment.ts'

const refusal = (env: Record<string, string>) => contradictions(environment.parse(env)).join('\n')

describe('PUBLIC_URL', () => {
  const away = { SMTP_URL: 'smtp://smtp.relay.org:587', MAIL_FROM: 'a@relay.org' }
  const live = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_WEBHOOK_SECRET: 'whsec_x', DEMO: '0' }
  it('is asked for where mails or payments would lead strangers to this machine', () => {
    for (const env of [away, live]) {
      expect(refusal(env)).toContain('PUBLIC_URL: must be given')
      expect(refusal({ ...env, PUBLIC_URL: 'https://marga.relay.org', DEMO: '0' })).toBe('')
    }
  })

  it('is not, where one tries mails and payments out', () => {
    for (const SMTP_URL of ['smtp://127.0.0.1:1025', 'smtp://mailpit:1025', 'smtp://10.0.0.5'])
      expect(refusal({ ...away, SMTP_URL })).toBe('')
    expect(refusal({ ...live, STRIPE_SECRET_KEY: 'sk_test_x' })).toBe('')
  })
})
