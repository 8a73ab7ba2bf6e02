import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { deriveKeys } from './platform/push/vapid-keys.ts'

const refusal = (env: Record<string, string>): string => {
  try {
    readConfig(env)
    return ''
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}
const stripe = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }

describe('a demo', () => {
  it.each([
    'https://marga.example.org',
    'http://93.184.216.34:3000',
    'https://[2606:4700::1111]/',
    'https://localhost.evil.com',
    'https://10.0.0.1.nip.io',
  ])('is refused at %s, with or without DEMO=1, and goes on when asked for by name', (PUBLIC_URL) => {
    expect(refusal({ PUBLIC_URL })).toContain('DEMO: PUBLIC_URL is')
    expect(refusal({ PUBLIC_URL, DEMO: '1' })).toContain('that no demo has filled, or DEMO_IN_PUBLIC=yes')
    expect(refusal({ PUBLIC_URL, DEMO: '0' })).toBe('')
    expect(readConfig({ PUBLIC_URL, DEMO_IN_PUBLIC: 'yes' }).isDemo).toBe(true)
    expect(refusal({ PUBLIC_URL, DEMO_IN_PUBLIC: '1' })).toContain('DEMO_IN_PUBLIC: may be “yes”')
  })

  it.each([
    'http://localhost:3999',
    'https://localhost',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'http://192.168.1.20:3000',
    'http://[fd00::1]',
    'https://marga.test',
    'https://marga.example',
    'http://laptop.local',
    'http://laptop',
  ])('is a demo at %s', (PUBLIC_URL) => {
    expect(readConfig({ PUBLIC_URL }).isDemo).toBe(true)
  })

  it('is refused with live keys, and every contradiction is named at once', () => {
    expect(refusal(stripe)).toContain('DEMO: STRIPE_SECRET_KEY is live')
    expect(refusal({ ...stripe, STRIPE_SECRET_KEY: 'sk_test_x' })).toBe('')
    const all = refusal({ ...stripe, PUBLIC_URL: 'https://marga.example.org', MAIL_FROM: 'a@example.org' })
    for (const part of ['PUBLIC_URL is', 'is live', 'SMTP_URL and MAIL_FROM']) expect(all).toContain(part)
  })
})

describe('SMTP', () => {
  const smtp = { SMTP_URL: 'smtp://mail.example:587', MAIL_FROM: 'a@mail.example' }
  it('needs TLS unless told otherwise by name', () => {
    expect(readConfig(smtp).smtp?.isTlsRequired).toBe(true)
    expect(readConfig({ ...smtp, SMTP_TLS: 'off' }).smtp?.isTlsRequired).toBe(false)
    expect(refusal({ ...smtp, SMTP_TLS: 'no' })).toContain('SMTP_TLS: may be')
  })

  it.each(['requireTLS=false', 'ignoreTLS=true', 'tls.rejectUnauthorized=false', 'pool=1&secure=false'])(
    'is not told otherwise by %s in its address',
    (query) => {
      expect(refusal({ ...smtp, SMTP_URL: `${smtp.SMTP_URL}?${query}` })).toContain('for SMTP_TLS to say')
    },
  )
})

describe('PROCESSES', () => {
  it('is one where nobody says, whole, or left to the machine', () => {
    expect(readConfig({ PROCESSES: '2' }).processes).toBe(2)
    expect(readConfig({}).processes).toBe(1)
    expect(readConfig({ PROCESSES: 'auto' }).processes).toBe('auto')
    for (const PROCESSES of ['0', '1.5', '65', 'all']) expect(refusal({ PROCESSES })).toContain('PROCESSES: ')
  })

  it('is no more than the embedded database has connections for', () => {
    const own = { DATABASE_URL: 'postgres://db.example/marga', TOKEN_SECRET: 'x'.repeat(32) }
    expect(refusal({ PROCESSES: '4' })).toBe('')
    expect(refusal({ PROCESSES: '5' })).toContain('more connections than the embedded database has')
    expect(refusal({ PROCESSES: '5', ...own })).toBe('')
  })
})

describe('PUBLIC_URL', () => {
  it.each([
    'https://marga.example/learn',
    'https://marga.example//',
    'https://marga.example/?a=1',
    'https://marga.example?a=1',
    'https://marga.example/#top',
    'https://somebody@marga.example',
    'https://somebody:secret@marga.example/',
  ])('is refused with more than scheme, name and port: %s', (PUBLIC_URL) => {
    expect(refusal({ PUBLIC_URL, DEMO: '0' })).toContain('PUBLIC_URL: must be scheme, name and port alone')
  })

  it.each(['https://marga.example', 'https://marga.example:8443/', 'http://[::1]:3000'])(
    'is taken as %s, and known without the slash at its end',
    (PUBLIC_URL) => {
      expect(readConfig({ PUBLIC_URL, DEMO: '0' }).publicUrl).toBe(PUBLIC_URL.replace(/\/$/, ''))
    },
  )

  it('is known as browsers write it, however it was typed: cookies, and much else, hang on its scheme', () => {
    expect(readConfig({ PUBLIC_URL: 'HTTPS://Marga.Example:443/', DEMO: '0' }).publicUrl).toBe(
      'https://marga.example',
    )
  })
})

describe('the environment', () => {
  it('logs less in the demo, unless told how much', () => {
    const levelOf = (given: Record<string, string>) => readConfig(given).logLevel
    expect(levelOf({ DEMO: '1' })).toBe('warn')
    expect(levelOf({ DEMO: '1', LOG_LEVEL: 'info' })).toBe('info')
    expect(levelOf({ DEMO: '0' })).toBe('info')
  })

  it('takes an empty variable for one that is not set, whichever it is', () => {
    const source = readFileSync(join(import.meta.dirname, 'config-environment.ts'), 'utf8')
    const names = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name!)
    expect(names).toContain('TURN_URLS')
    for (const empty of ['', ' '])
      expect(readConfig(Object.fromEntries(names.map((name) => [name, empty])))).toEqual(readConfig({}))
  })

  it('names contradictions beside what is malformed, but none that hangs on it', () => {
    const all = refusal({
      PORT: 'many',
      SMTP_URL: 'mail.example',
      MAIL_FROM: 'a@example.org',
      TURN_URLS: 'turn:turn.example.org',
      GOOGLE_CLIENT_ID: 'x',
      DATABASE_URL: 'mysql://db',
      PUBLIC_URL: 'https://marga.example.org',
      S3_BUCKET: 'pictures',
    })
    const parts = ['PORT: ', 'SMTP_URL: must begin', 'DATABASE_URL: must begin', 'TURN_URLS and TURN_SECRET']
    for (const part of [...parts, 'GOOGLE_CLIENT_ID and', 'S3_ENDPOINT, S3_BUCKET'])
      expect(all).toContain(part)
    for (const part of ['SMTP_URL and MAIL_FROM', 'DEMO']) expect(all).not.toContain(part)
  })
})

describe('an address with a password', () => {
  const smtp = (SMTP_URL: string) => ({ SMTP_URL, MAIL_FROM: 'a@mail.example' })
  const own = (DATABASE_URL: string) => ({ DATABASE_URL, TOKEN_SECRET: 'x'.repeat(32) })
  const shared = (REDIS_URL: string) => ({ ...own('postgres://db/marga'), REDIS_URL })

  it.each([
    ['SMTP_URL', smtp('smtp://user:pa#ss@mail.example:587')],
    ['SMTP_URL', smtp('smtp://user:12/ss@mail.example:587')],
    ['DATABASE_URL', own('postgres://marga:pa#ss@db/marga')],
    ['DATABASE_URL', own('postgres://marga:pa/ss@db/marga')],
    ['DATABASE_URL', own('postgres://marga:12#ss@db/marga')],
    ['REDIS_URL', shared('redis://:pa#ss@redis:6379')],
    ['REDIS_URL', shared('redis://:pa%ss@redis:6379')],
  ])('is refused by the name of its variable, and not shown: %s', (name, env) => {
    const words = refusal(env)
    expect(words).toContain(`${name}: cannot be read as an address`)
    expect(words).not.toContain('ss@')
  })

  it.each([
    smtp('smtp://user:pa%23ss@mail.example:587'),
    own('postgres://marga:pa%2Fss@db:5433/marga?sslmode=require'),
    own('postgres://marga@/marga?host=/run/postgresql'),
    own('postgres:///marga?host=/run/postgresql'),
    own('postgresql://marga:secret@[::1]/marga'),
    shared('rediss://:pa%25ss@redis:6379/1'),
  ])('is taken as it is to be written: %o', (env) => {
    expect(refusal(env)).toBe('')
  })
})

describe('the first moderator', () => {
  it('is an address that stays when the password was removed, and no password without one', () => {
    expect(readConfig({ MODERATOR_EMAIL: 'a@b.example' }).moderator).toBeUndefined()
    expect(refusal({ MODERATOR_PASSWORD: 'walnut-harbour-91' })).toContain('MODERATOR_PASSWORD: is of no use')
  })
})

describe('the keys of notices on devices', () => {
  it('belong together: with others each service refuses the notices, and every device would be forgotten', () => {
    const [one, other] = ['a', 'b'].map((text) => deriveKeys(new TextEncoder().encode(text)))
    const pair = (publicKey: string, privateKey = one!.privateKey) =>
      refusal({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey })
    expect(pair(one!.publicKey)).toBe('')
    expect(pair(other!.publicKey)).toContain('VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY')
    // No key of the curve at all.
    expect(pair(one!.publicKey, 'A'.repeat(43))).toContain('does not belong')
  })
})

describe('TURN_URLS', () => {
  const relay = (TURN_URLS: string) => refusal({ TURN_URLS, TURN_SECRET: 'x'.repeat(16) })

  it.each([
    'turn:turn.example.org',
    'stun:turn.example.org:3478,turn:turn.example.org:3478?transport=udp, turns:turn.example.org:5349?transport=tcp',
    'turn:203.0.113.7:3478',
    'turn:[2001:db8::1]:3478?transport=udp',
  ])('are taken: %s', (urls) => {
    expect(relay(urls)).toBe('')
  })

  it.each([
    'turn://turn.example.org:3478',
    'turn:turn.example.org:port',
    'turn:turn.example.org:99999',
    'turn:turn.example.org:3478?transport=tls',
    'turn:turn.example.org:3478/udp',
    'turn:user:password@turn.example.org',
    'turn:a b.example.org',
    'stun:turn.example.org,turn:',
  ])('are refused where browsers would begin no call with them: %s', (urls) => {
    expect(relay(urls)).toContain('TURN_URLS: each must be of the form')
  })
})

describe('TRUSTED_PROXIES', () => {
  it('names what it cannot be', () => {
    expect(refusal({ TRUSTED_PROXIES: 'caddy' })).toContain(
      'TRUSTED_PROXIES: may hold addresses and networks',
    )
    expect(refusal({ TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1,::1' })).toBe('')
  })
})

it('PUSH_SERVICES names hosts: an address would never match one', () => {
  const given = (PUSH_SERVICES: string) => refusal({ PUSH_SERVICES })
  for (const wrong of ['https://push.example.org', 'push.example.org/send', 'one.example,Two.example', 'a b'])
    expect([wrong, given(wrong)]).toEqual([wrong, expect.stringContaining('PUSH_SERVICES: each must be')])
  expect(given('push.example.org, other.example:8443,127.0.0.1:4000')).toBe('')
})
