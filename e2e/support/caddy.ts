import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../testkit/ports.mjs'
import { endProcess, killAtExit } from '../../testkit/processes.mjs'

export const hasCaddy = spawnSync('caddy', ['version']).status === 0

export type Caddy = { url: string; output(): string; close(): Promise<void> }

/** Debian's Caddy with deploy/Caddyfile as it is, but for the names: they lead to the processes that are given. */
export async function startCaddy(targets: readonly string[]): Promise<Caddy> {
  const folder = mkdtempSync(join(tmpdir(), 'marga-caddy-'))
  const text = readFileSync(join(import.meta.dirname, '../../deploy/Caddyfile'), 'utf8')
  const led = targets.reduce(
    (so, url, n) => so.replaceAll(`app${n + 1}:3000`, `127.0.0.1:${new URL(url).port}`),
    text,
  )
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\n\tadmin off\n\tdefault_bind 127.0.0.1\n}\n${led}`)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = { PATH: process.env.PATH ?? '', HOME: folder, DOMAIN: url }
  const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  killAtExit(child)
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const isThere = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isThere())) {
    if (child.exitCode !== null) throw new Error(`Caddy has ended:\n${output}`)
    await sleep(50)
  }
  return {
    url,
    output: () => output,
    async close() {
      await endProcess(child, 'SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
