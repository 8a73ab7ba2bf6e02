import { ConfigError, readConfig } from '../config.ts'
import { sayDatabase } from './database-name.ts'
import { examine } from './doctor-checks.ts'
import type { Finding } from './doctor-findings.ts'

const marks = { ok: 'ok     ', notice: 'notice ', problem: 'PROBLEM' } as const
const say = (line: string) => void process.stdout.write(`${line}\n`)

/** `npm run doctor`: what is wrong with the configuration, in plain words; ends with 1 if anything is. */
async function main() {
  const config = readConfig()
  sayDatabase(config)
  const findings = await examine(config)
  say('')
  for (const { piece, verdict, words } of findings) say(`  ${marks[verdict]}  ${piece}: ${words}`)
  say(`\n  ${summary(findings)}\n`)
  if (findings.some(({ verdict }) => verdict === 'problem')) process.exitCode = 1
}

function summary(findings: Finding[]) {
  const problems = findings.filter(({ verdict }) => verdict === 'problem').length
  if (problems === 0) return 'Everything that is configured works.'
  return problems === 1 ? 'One problem is to be mended.' : `${problems} problems are to be mended.`
}

main().catch((error: unknown) => {
  process.stderr.write(`\n  ${error instanceof ConfigError ? error.message : String(error)}\n\n`)
  process.exitCode = 1
})
