import { parse } from 'yaml'
import { problemsOfAddresses } from './deploy-addresses.mjs'
import { problemsOfCoturn, publishedSecrets } from './deploy-secrets.mjs'
import { readStages } from './dockerfile.mjs'

/** What compose.yaml has no word about, and why. */
const notForCompose = {
  NODE_ENV: 'the image sets it',
  HOST: 'the image sets it',
  PORT: 'the image sets it',
  DATA_DIR: 'the image sets it',
  DEMO: 'these processes serve real people',
  DEMO_IN_PUBLIC: 'these processes serve real people',
  JOBS: 'it is for a copy that somebody looks at',
  RATE_LIMIT_FACTOR: 'it is for load tests',
  STRIPE_API_URL: 'it is for tests',
}

/** Without these nothing starts; env.example may leave all others empty. */
const alwaysGiven = ['DOMAIN', 'POSTGRES_PASSWORD', 'REDIS_PASSWORD', 'TOKEN_SECRET']

const mayBeEmpty = (value) => {
  const names = [...value.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name)
  return names.length === 0 || names.some((name) => alwaysGiven.includes(name)) || /^\$\{\w+\}$/.test(value)
}

/** What is wrong with deploy/, in sentences. `files` are all that are in it, by name; `isThere` says whether the project has a file or folder. */
export function problemsOfDeploy({ files, configSource, isThere }) {
  const [compose, dockerfile, caddyfile, envExample, coturn] = [
    'compose.yaml',
    'Dockerfile',
    'Caddyfile',
    'env.example',
    'coturn.conf',
  ].map((name) => files[name])
  const { services, networks } = parse(compose, { merge: true })
  const known = new Set([...configSource.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name))
  const given = new Set([...envExample.matchAll(/^([A-Z_0-9]+)=/gm)].map(([, name]) => name))
  return [
    ...Object.entries(services).flatMap(([name, service]) => problemsOfService(name, service, services)),
    ...problemsOfApps(services, known),
    ...problemsOfAddresses(services, networks),
    ...unique(compose.matchAll(/\$\{(\w+)\}/g))
      .filter((name) => !given.has(name))
      .map((name) => `compose.yaml asks for ${name}, which env.example does not name`),
    ...[...given]
      .filter((name) => !compose.includes(`\${${name}}`))
      .map((name) => `env.example names ${name}, which compose.yaml does not use`),
    ...unique(caddyfile.matchAll(/\b(app\d+):3000/g))
      .filter((name) => !services[name])
      .map((name) => `The Caddyfile leads to ${name}, which is no service`),
    ...(/health_uri \/readyz/.test(caddyfile) ? [] : ['The Caddyfile does not ask /readyz']),
    ...(/^\s*lb_policy cookie\b/m.test(caddyfile)
      ? []
      : ['The Caddyfile lets a page of one release ask the other for its files (lb_policy cookie)']),
    ...problemsOfLooks(caddyfile, services),
    ...problemsOfImage(dockerfile, isThere),
    ...problemsOfLayers(dockerfile),
    ...problemsOfCoturn(coturn),
    ...Object.entries(files).flatMap(([name, text]) => publishedSecrets(name, text)),
  ]
}

const unique = (matches) => [...new Set([...matches].map(([, name]) => name))]

function problemsOfService(name, service, services) {
  const problems = []
  const isPinned = /:\d/.test(service.image ?? '') || service.build
  if (!isPinned) problems.push(`${name}: its image has no version`)
  for (const other of Object.keys(service.depends_on ?? {}))
    if (!Array.isArray(service.depends_on)) {
      const { condition } = service.depends_on[other]
      if (condition === 'service_healthy' && !services[other]?.healthcheck)
        problems.push(`${name} waits for ${other} to be healthy, which has no health check`)
    }
  const isAsked = String(service.healthcheck?.test ?? '')
  // While its image makes the database a server answers there that ends again, and at no address.
  if (/pg_isready/.test(isAsked) && !/ -h \d/.test(isAsked))
    problems.push(`${name}: its health check asks by a socket, which answers before others can connect`)
  if (service.ports && name !== 'caddy') problems.push(`${name}: only Caddy is reached from outside`)
  return problems
}

function problemsOfApps(services, known) {
  const apps = Object.entries(services).filter(([name]) => /^app\d+$/.test(name))
  const unknown = apps.flatMap(([name, { environment }]) =>
    Object.keys(environment)
      .filter((key) => !known.has(key))
      .map((key) => `${name}: the product knows no ${key}`),
  )
  const missing = apps.flatMap(([name, { environment }]) =>
    [...known]
      .filter((key) => !(key in environment) && !(key in notForCompose))
      .map((key) => `${name}: ${key} cannot be set (name it there, or among those that are not for compose)`),
  )
  const neverEmpty = apps.flatMap(([name, { environment }]) =>
    Object.entries(environment)
      .filter(([, value]) => !mayBeEmpty(String(value)))
      .map(([key]) => `${name}: ${key} is given even when all that it is made of is empty`),
  )
  const hasty = apps
    .filter(
      ([, app]) => Number.parseFloat(app.stop_grace_period) < Number(app.environment.DRAIN_SECONDS) + 20,
    )
    .map(
      ([name]) => `${name}: stop_grace_period is less than DRAIN_SECONDS and the 20 s that an end may take`,
    )
  const few = apps.length >= 2 ? [] : ['There are not two processes of the product']
  return [...unknown, ...missing, ...neverEmpty, ...hasty, ...few]
}

/** Who drains is out in less than a third of its time; who is silent only after long, or a busy moment takes all away. */
function problemsOfLooks(caddyfile, services) {
  const secondsOf = (name) => {
    const [, amount, unit] = new RegExp(`${name} ([\\d.]+)(ms|s)\\b`).exec(caddyfile) ?? [0, 0, 's']
    return Number(amount) / (unit === 'ms' ? 1000 : 1)
  }
  const drains = Object.values(services).map(({ environment }) => Number(environment?.DRAIN_SECONDS))
  const isSeen = drains.every((drain) => Number.isNaN(drain) || secondsOf('health_interval') < drain / 3)
  return [
    ...(secondsOf('health_timeout') >= 10
      ? []
      : ['The Caddyfile takes a busy process for a dead one (health_timeout)']),
    ...(isSeen && secondsOf('health_interval') > 0
      ? []
      : ['The Caddyfile notices a draining process later than after a third of DRAIN_SECONDS']),
  ]
}

/** Packages are fetched before the code is there, or each change of the code would fetch them anew. */
function problemsOfLayers(dockerfile) {
  const installs = /npm (ci|install)|install\.mjs/
  return readStages(dockerfile).flatMap(({ name, steps }) => {
    const all = steps.findIndex(({ word, rest }) => word === 'COPY' && rest === '. .')
    const late = steps.some(
      ({ word, rest }, n) => word === 'RUN' && installs.test(rest) && all >= 0 && n > all,
    )
    const has = all < 0 || steps.slice(0, all).some(({ word, rest }) => word === 'RUN' && installs.test(rest))
    return late || !has ? [`The Dockerfile fetches packages after all of the code (${name})`] : []
  })
}

function problemsOfImage(dockerfile, isThere) {
  const stages = readStages(dockerfile)
  const last = stages.at(-1)
  const problems = []
  for (const { steps } of stages)
    for (const { word, rest } of steps) {
      if (word !== 'COPY') continue
      const sources = rest
        .split(' ')
        .filter((part) => !part.startsWith('--'))
        .slice(0, -1)
      for (const source of sources.map((path) => path.replace(/^\/app\//, ''))) {
        const isMade = /(^|\/)(dist|build|node_modules)$/.test(source)
        if (!isMade && !isThere(source)) problems.push(`The Dockerfile copies ${source}, which is not there`)
      }
    }
  const user = last.steps.find(({ word }) => word === 'USER')?.rest
  if (!user || user === 'root' || user === '0') problems.push('The image runs as root')
  if (!last.steps.some(({ word }) => word === 'HEALTHCHECK')) problems.push('The image has no health check')
  return problems
}
