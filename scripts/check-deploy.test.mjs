import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { problemsOfDeploy } from './lib/deploy-rules.mjs'
import { inProject } from './lib/project.mjs'

const read = (path) => readFileSync(inProject(path), 'utf8')
const names = {
  compose: 'compose.yaml',
  dockerfile: 'Dockerfile',
  caddyfile: 'Caddyfile',
  envExample: 'env.example',
  coturn: 'coturn.conf',
}
const own = {
  files: Object.fromEntries(
    readdirSync(inProject('deploy'))
      .filter((name) => name !== '.env')
      .map((name) => [name, read(`deploy/${name}`)]),
  ),
  configSource: read('server/src/config-environment.ts'),
  isThere: (path) => existsSync(inProject(path)),
}
const refuses = (key, from, to, pattern) => {
  const name = names[key]
  assert.ok(own.files[name].includes(from), `${from} is in ${name}`)
  const files = { ...own.files, [name]: own.files[name].replace(from, to) }
  const problems = problemsOfDeploy({ ...own, files })
  assert.ok(
    problems.some((problem) => pattern.test(problem)),
    `${from} → ${to}: ${problems.join(' | ')}`,
  )
}

/** As compose.yaml writes it. */
const given = (name) => ['$', `{${name}}`].join('')

test('finds nothing in what is there', () => {
  assert.deepEqual(problemsOfDeploy(own), [])
})

test('finds what does not fit the product or itself', () => {
  refuses('compose', 'TOKEN_SECRET:', 'TOKEN_SECRETT:', /knows no TOKEN_SECRETT/)
  refuses('compose', '  app2: *app\n', '', /not two processes|app2, which is no service/)
  refuses('compose', 'redis:7.4-bookworm', 'redis', /redis: its image has no version/)
  refuses('compose', '{SMTP_URL}', '{SMTP_ADDRESS}', /asks for SMTP_ADDRESS/)
  refuses('compose', '    PRODUCT_NAME:', '    # PRODUCT_NAME:', /app1: PRODUCT_NAME cannot be set/)
  refuses(
    'compose',
    `TURN_URLS: ${given('TURN_URLS')}`,
    `TURN_URLS: stun:${given('TURN_DOMAIN')}:3478`,
    /app1: TURN_URLS is given even when/,
  )
  refuses('compose', 'stop_grace_period: 30s', 'stop_grace_period: 20s', /app1: stop_grace_period is less/)
})

test('finds a database that is called healthy while it is only being made', () => {
  refuses('compose', 'pg_isready -h 127.0.0.1', 'pg_isready', /postgres: its health check asks by a socket/)
})

test('finds an address that all visitors would share, or that others than Caddy could have', () => {
  const [ipv4, ipv6] = ['172.30.42.2', 'fd5e:a3c1:42::2']
  refuses('compose', 'enable_ipv6: true', 'enable_ipv6: false', /caddy is reached from outside.* no IPv6/)
  refuses('compose', `ipv6_address: ${ipv6}`, '', /caddy has no address of its own/)
  refuses(
    'compose',
    `TRUSTED_PROXIES: ${ipv4},${ipv6}`,
    'TRUSTED_PROXIES: 172.30.42.0/24',
    /app1: TRUSTED_PROXIES is not/,
  )
  refuses('compose', `ipv4_address: ${ipv4}`, 'ipv4_address: 172.30.43.2', /172.30.43.2 is in no subnet/)
  refuses('compose', 'ip_range: 172.30.42.128/25', '', /172.30.42.2 may be given to another one/)
})

test('finds what is wrong with the image and the way to it', () => {
  refuses('dockerfile', 'USER node', 'USER root', /runs as root/)
  refuses('dockerfile', 'HEALTHCHECK', '# HEALTHCHECK', /no health check/)
  refuses(
    'dockerfile',
    'RUN node scripts/install.mjs\n',
    '',
    /fetches packages after all of the code \(build/,
  )
  refuses('dockerfile', '.npmrc', '.npmrcs', /copies .npmrcs, which is not there/)
  refuses('caddyfile', '/readyz', '/healthz', /does not ask \/readyz/)
  refuses('caddyfile', 'health_timeout 10s', 'health_timeout 2s', /takes a busy process for a dead one/)
  refuses(
    'caddyfile',
    'health_interval 1s',
    'health_interval 2s',
    /later than after a third of DRAIN_SECONDS/,
  )
  refuses('caddyfile', 'lb_policy cookie', 'lb_policy header', /a page of one release ask the other/)
  refuses('caddyfile', 'app2:3000', 'app3:3000', /app3, which is no service/)
  refuses('envExample', 'DOMAIN=', 'DOMAINE=', /asks for DOMAIN/)
})

test('finds a secret that is published, in whatever file and shape, or on a command line', () => {
  refuses(
    'coturn',
    'use-auth-secret\n',
    'use-auth-secret\nstatic-auth-secret=CHANGE-ME-at-least-16\n',
    /coturn.conf:\d+: a secret is published/,
  )
  refuses(
    'coturn',
    'use-auth-secret\n',
    'use-auth-secret\n# static-auth-secret=CHANGE-ME\n',
    /a secret is published/,
  )
  refuses('envExample', 'TOKEN_SECRET=', 'TOKEN_SECRET=example', /env.example:\d+: a secret is published/)
  refuses(
    'compose',
    `POSTGRES_PASSWORD: ${given('POSTGRES_PASSWORD')}`,
    'POSTGRES_PASSWORD: marga',
    /a secret is published/,
  )
  refuses(
    'compose',
    `redis://:${given('REDIS_PASSWORD')}@redis`,
    'redis://:marga@redis',
    /a password stands in an address/,
  )
  refuses(
    'compose',
    '"--save",',
    `"--requirepass", "${given('REDIS_PASSWORD')}", "--save",`,
    /on a command line/,
  )
  refuses(
    'compose',
    '"--appendonly",',
    `"--static-auth-secret=${given('TURN_SECRET')}", "--appendonly",`,
    /on a command line/,
  )
  const files = { ...own.files, 'notes.txt': 'redis_password = swordfish' }
  assert.match(problemsOfDeploy({ ...own, files }).join(), /notes.txt:1: a secret is published/)
})

test('finds a network that coturn would relay into', () => {
  refuses('coturn', 'denied-peer-ip=198.18.0.0-198.19.255.255\n', '', /198\.18\.0\.0\/15/)
  refuses(
    'coturn',
    'denied-peer-ip=10.0.0.0-10.255.255.255',
    'denied-peer-ip=10.0.0.0-10.255.0.0',
    /10\.0\.0\.0\/8/,
  )
  refuses('coturn', 'denied-peer-ip=2002::-2002:ffff', 'denied-peer-ip=2003::-2003:ffff', /2002::\/16/)
  refuses('coturn', 'denied-peer-ip=64:ff9b::-64:ff9b::ffff:ffff\n', '', /64:ff9b::\/96/)
  refuses('coturn', 'no-tcp-relay\n', '', /lacks no-tcp-relay/)
})
