import { parse } from 'yaml'
import { readStages } from './dockerfile.mjs'

/** What is wrong with deploy/, in sentences. `isThere` says whether the project has a file or folder. */
export function problemsOfDeploy({ compose, dockerfile, caddyfile, envExample, configSource, isThere }) {
  const { services } = parse(compose, { merge: true })
  const known = new Set([...configSource.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name))
  const given = new Set([...envExample.matchAll(/^([A-Z_0-9]+)=/gm)].map(([, name]) => name))
  return [
    ...Object.entries(services).flatMap(([name, service]) => problemsOfService(name, service, services)),
    ...problemsOfApps(services, known),
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
    ...problemsOfImage(dockerfile, isThere),
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
  return apps.length >= 2 ? unknown : [...unknown, 'There are not two processes of the product']
}

function problemsOfImage(dockerfile, isThere) {
  const stages = readStages(dockerfile)
  const last = stages.at(-1)
  const problems = []
  for (const { steps } of stages)
    for (const { word, rest } of steps) {
      const source =
        word === 'COPY'
          ? rest
              .split(' ')
              .at(-2)
              .replace(/^\/app\//, '')
          : undefined
      const isMade = source && /(^|\/)(dist|build|node_modules)$/.test(source)
      if (source && !isMade && !isThere(source))
        problems.push(`The Dockerfile copies ${source}, which is not there`)
    }
  const user = last.steps.find(({ word }) => word === 'USER')?.rest
  if (!user || user === 'root' || user === '0') problems.push('The image runs as root')
  if (!last.steps.some(({ word }) => word === 'HEALTHCHECK')) problems.push('The image has no health check')
  return problems
}
