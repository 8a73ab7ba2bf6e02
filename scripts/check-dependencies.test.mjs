// Proves that the check of what the product ships with can fail.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditResult, dependencyProblems, licenceList, runtimePackages } from './lib/dependency-audit.mjs'

const hash = 'sha512-abc'
const sound = () => ({
  npmrc: 'ignore-scripts=true\n',
  manifests: { 'server/package.json': { dependencies: { '@marga/contract': '*', pg: '8.1.0' } } },
  lock: {
    packages: {
      '': {},
      contract: {},
      web: { devDependencies: { vite: '8.0.0' } },
      server: { dependencies: { '@marga/contract': '*', pg: '8.1.0' } },
      'node_modules/@marga/contract': { link: true, resolved: 'contract' },
      'node_modules/pg': { version: '8.1.0', integrity: hash, license: 'MIT', dependencies: { inner: '1' } },
      'node_modules/pg/node_modules/inner': { version: '1.0.0', integrity: hash, license: 'ISC' },
      'node_modules/inner': { version: '2.0.0', integrity: hash, license: 'GPL-3.0' },
      'node_modules/vite': { version: '8.0.0', integrity: hash, license: 'CC-BY-NC-4.0' },
    },
  },
})
const problemsAfter = (change) => {
  const project = sound()
  change(project, project.lock.packages)
  return dependencyProblems(project)
}

test('a sound project has no problems, and what is for building only is not shipped', () => {
  assert.deepEqual(
    problemsAfter(() => {}),
    [],
  )
  assert.deepEqual(
    runtimePackages(sound().lock).map(({ name, version }) => `${name} ${version}`),
    ['inner 1.0.0', 'pg 8.1.0'],
  )
  assert.match(licenceList(runtimePackages(sound().lock)), /\| pg \| 8\.1\.0 \| MIT \|/)
})

for (const [what, change, complaint] of [
  ['a range', ({ manifests }) => (manifests['server/package.json'].dependencies.pg = '^8.1.0'), /pg is "\^8/],
  ['a missing hash', (_, packages) => delete packages['node_modules/pg'].integrity, /no hash/],
  ['a package by git', (_, packages) => (packages['node_modules/pg'].resolved = 'git+ssh://x'), /git\+ssh/],
  [
    'an unnamed install script',
    (_, packages) => (packages['node_modules/pg'].hasInstallScript = true),
    /install script/,
  ],
  ['install scripts that run', (project) => (project.npmrc = ''), /ignore-scripts/],
  ['a licence not allowed', (_, packages) => (packages['node_modules/pg'].license = 'SSPL-1.0'), /SSPL/],
  [
    'a part of a licence not allowed',
    (_, packages) => (packages['node_modules/pg'].license = '(MIT AND GPL-2.0)'),
    /GPL-2\.0/,
  ],
  [
    'no licence',
    (_, packages) => delete packages['node_modules/pg/node_modules/inner'].license,
    /no licence/,
  ],
]) {
  test(`finds ${what}`, () => {
    const problems = problemsAfter(change)
    assert.equal(problems.length, 1, problems.join('\n'))
    assert.match(problems[0], complaint)
  })
}

test('an audit fails by what is high or critical, and is skipped where nobody answers', () => {
  const report = (severity) =>
    JSON.stringify({ vulnerabilities: { pg: { name: 'pg', severity, via: [{ title: 'Bad', url: 'x' }] } } })
  assert.deepEqual(auditResult(report('high')), { problems: ['pg: high, Bad x'] })
  assert.deepEqual(auditResult(report('moderate')), { problems: [] })
  assert.equal(auditResult('').notice, 'npm audit gave no answer')
  assert.equal(auditResult('{"error":{"summary":"offline"}}').notice, 'offline')
})
