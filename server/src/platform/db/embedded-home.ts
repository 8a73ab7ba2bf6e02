import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

export type UnixUser = { name: string; uid: number; gid: number }

export type EmbeddedHome = {
  /** Programs, log and lock; the data is in `dataPath` below it. */
  path: string
  dataPath: string
  /** Whom PostgreSQL runs as when we are root, which it refuses to be. */
  runAs?: UnixUser
  /** False when the folder was found by its name only, so that what is in it belongs to an earlier DATA_DIR. */
  isKnown: boolean
  /** An earlier start has noted in DATA_DIR that the database is here, outside of it. */
  isRecorded: boolean
}

const sharedRoot = '/var/lib/marga'
const dedicatedUser = 'marga'
const locationFile = 'embedded-database-location'

/** Decides where the database lives and who runs it. */
export function prepareHome(dataDir: string, log: (message: string) => void): EmbeddedHome {
  mkdirSync(dataDir, { recursive: true })
  const recordedPath = readLocation(dataDir)
  const ownPath = join(dataDir, 'postgres')
  if (process.getuid?.() !== 0)
    return { ...prepareForOrdinaryUser(recordedPath ?? ownPath), isRecorded: recordedPath !== undefined }

  const home = recordedPath ?? ownPath
  const runAs = findOwner(join(home, 'data')) ?? findDedicatedUser(log)
  if (openTo(home, runAs)) return describe(home, runAs, recordedPath, log)

  const outside = join(sharedRoot, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  if (!openTo(outside, runAs)) {
    throw new Error(
      `PostgreSQL cannot run as root, and user ${runAs.name} can enter neither ${home} nor ${outside}. ` +
        'Set DATA_DIR to a folder that every user may enter, or set DATABASE_URL.',
    )
  }
  if (home === ownPath && !existsSync(join(home, 'data'))) removeIfEmpty(home)
  return describe(outside, runAs, recordedPath, log)
}

/**
 * A place outside of DATA_DIR can vanish alone, as with a container that is made anew: people would find an empty
 * product, and register anew. @throws
 */
export function requirePresent({ isRecorded, path, dataPath }: EmbeddedHome, dataDir: string): void {
  if (!isRecorded || existsSync(dataPath)) return
  throw new Error(
    `The database of this DATA_DIR was in ${path}, as ${join(dataDir, locationFile)} says, and is not there any more. ` +
      'Put that folder back, or restore a backup (npm run db:restore), or delete that file to begin with an empty one.',
  )
}

/** So that the next start finds the place even when the clone has been moved. */
export function recordLocation(dataDir: string, home: string): void {
  if (home !== join(dataDir, 'postgres')) writeFileSync(join(dataDir, locationFile), `${home}\n`)
}

/** Where the database of this folder lives; there may be none yet. */
export function findHome(dataDir: string): string {
  return readLocation(dataDir) ?? join(dataDir, 'postgres')
}

function describe(
  path: string,
  runAs: UnixUser,
  recordedPath: string | undefined,
  log: (message: string) => void,
) {
  log(`Started as root: PostgreSQL runs as user ${runAs.name}, its data is in ${join(path, 'data')}`)
  const isKnown = !path.startsWith(sharedRoot) || path === recordedPath
  return {
    path,
    dataPath: join(realpathSync(path), 'data'),
    runAs,
    isKnown,
    isRecorded: path === recordedPath,
  }
}

function prepareForOrdinaryUser(path: string): Omit<EmbeddedHome, 'isRecorded'> {
  const data = join(path, 'data')
  const owner = existsSync(data) ? findOwner(data) : undefined
  const isForeign = existsSync(path) && (owner ? owner.uid !== process.getuid?.() : !isOwn(path))
  if (isForeign) {
    const whose = owner ? `user ${owner.name}` : 'another user'
    throw new Error(
      `The database in ${path} belongs to ${whose}: it was first started by that user, or by root. ` +
        'Start it in the same way again, or set DATA_DIR to another folder.',
    )
  }
  mkdirSync(path, { recursive: true })
  return { path, dataPath: join(realpathSync(path), 'data'), isKnown: true }
}

function isOwn(path: string): boolean {
  return statSync(path).uid === process.getuid?.()
}

function readLocation(dataDir: string): string | undefined {
  const file = join(dataDir, locationFile)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/** Data that an ordinary user made stays that user's when root starts it. */
function findOwner(path: string): UnixUser | undefined {
  if (!existsSync(path)) return undefined
  const { uid, gid } = statSync(path)
  return uid === 0 ? undefined : { name: findUserName(uid), uid, gid }
}

function findUserName(uid: number): string {
  const found = spawnSync('id', ['-un', String(uid)], { encoding: 'utf8' })
  return found.status === 0 ? found.stdout.trim() : String(uid)
}

function findDedicatedUser(log: (message: string) => void): UnixUser {
  const existing = findUser(dedicatedUser)
  if (existing) return existing
  const home = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin']
  spawnSync('useradd', ['--system', '--user-group', ...home, dedicatedUser], { stdio: 'ignore' })
  const made = findUser(dedicatedUser)
  if (made) {
    log(`Created the system user ${dedicatedUser}, which runs PostgreSQL`)
    return made
  }
  const substitute = findUser('postgres') ?? findUser('nobody')
  if (substitute) return substitute
  throw new Error('PostgreSQL cannot run as root, and no other user was found. Start as an ordinary user.')
}

function findUser(name: string): UnixUser | undefined {
  try {
    const ask = (option: string) =>
      Number(execFileSync('id', [option, name], { encoding: 'utf8', stdio: 'pipe' }))
    return { name, uid: ask('-u'), gid: ask('-g') }
  } catch {
    return undefined
  }
}

/** Tried for real, because modes, ACLs and mounts all have a say. */
function openTo(folder: string, user: UnixUser): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    // Whatever the umask: others may pass through here, the data directory itself is closed to them.
    chmodSync(folder, 0o755)
    if (folder.startsWith(`${sharedRoot}/`)) chmodSync(sharedRoot, 0o755)
  } catch {
    return false
  }
  const { uid, gid } = user
  return spawnSync('/bin/sh', ['-c', 'cd "$1" && ls .', 'sh', folder], { uid, gid, cwd: '/' }).status === 0
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Something is in it; it does no harm.
  }
}
