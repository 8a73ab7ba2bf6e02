import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { problemsOfDeploy } from './lib/deploy-rules.mjs'
import { inProject } from './lib/project.mjs'

const read = (path) => readFileSync(inProject(path), 'utf8')
const own = {
  compose: read('deploy/compose.yaml'),
  dockerfile: read('deploy/Dockerfile'),
  caddyfile: read('deploy/Caddyfile'),
  envExample: read('deploy/env.example'),
  configSource: read('server/src/config.ts'),
  isThere: () => true,
}
const refuses = (key, from, to, pattern) => {
  assert.ok(own[key].includes(from), `${from} is in ${key}`)
  const problems = problemsOfDeploy({ ...own, [key]: own[key].replace(from, to) })
  assert.ok(
    problems.some((problem) => pattern.test(problem)),
    `${from} → ${to}: ${problems.join(' | ')}`,
  )
}

test('finds nothing in what is there', () => {
  assert.deepEqual(problemsOfDeploy(own), [])
})

test('finds what does not fit the product or itself', () => {
  refuses('compose', 'TOKEN_SECRET:', 'TOKEN_SECRETT:', /knows no TOKEN_SECRETT/)
  refuses('compose', '  app2: *app\n', '', /not two processes|app2, which is no service/)
  refuses('compose', 'redis:7.4-bookworm', 'redis', /redis: its image has no version/)
  refuses('compose', '{SMTP_URL}', '{SMTP_ADDRESS}', /asks for SMTP_ADDRESS/)
})

test('finds what is wrong with the image and the way to it', () => {
  refuses('dockerfile', 'USER node', 'USER root', /runs as root/)
  refuses('dockerfile', 'HEALTHCHECK', '# HEALTHCHECK', /no health check/)
  refuses('caddyfile', '/readyz', '/healthz', /does not ask \/readyz/)
  refuses('caddyfile', 'app2:3000', 'app3:3000', /app3, which is no service/)
  refuses('envExample', 'DOMAIN=', 'DOMAINE=', /asks for DOMAIN/)
})
