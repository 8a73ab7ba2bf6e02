// node scripts/image-dry-run.mjs: for machines without Docker. Runs the commands of deploy/Dockerfile in fresh
// folders on what git knows, starts the result as another user on a database of its own, asks its health check,
// and ends it. What it cannot show: the base images, and Node 22 where another one is installed.
// Needs TEST_DATABASE_URL (an administrator's connection).
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { bold, PlainError, runMain, step } from './lib/console.mjs'
import { commandOf, readStages } from './lib/dockerfile.mjs'
import { inProject } from './lib/project.mjs'

const port = 3977
const place = mkdtempSync(join(tmpdir(), 'marga-image-'))
chmodSync(place, 0o755)
const database = `marga_image_${process.pid}`
const adminUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

const sh = (command, cwd) => execFileSync('/bin/sh', ['-c', command], { cwd, stdio: 'inherit' })
const within = (stage, path) => join(place, stage, path)

async function buildStages(stages) {
  for (const { name, base, steps } of stages) {
    const isOfStage = stages.some((stage) => stage.name === base)
    if (isOfStage) cpSync(within(base, '.'), within(name, '.'), { recursive: true, verbatimSymlinks: true })
    mkdirSync(within(name, 'app'), { recursive: true })
    for (const { word, rest } of steps) {
      if (word === 'RUN' && !rest.startsWith('install -d'))
        await step(`${name}: RUN ${rest}`, () => sh(rest, within(name, 'app')))
      else if (word === 'COPY') copy(name, rest)
    }
  }
}

function copy(stage, rest) {
  const [, from, given, target] = /^(?:--from=(\w+) )?(.+) (\S+)$/.exec(rest)
  if (from) {
    mkdirSync(dirname(within(stage, target)), { recursive: true })
    cpSync(within(from, given), within(stage, target), { recursive: true, verbatimSymlinks: true })
    return
  }
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: inProject(),
    encoding: 'utf8',
  })
  for (const source of given.split(' ')) {
    const isWanted = (file) => source === '.' || file === source || file.startsWith(`${source}/`)
    // A folder gives its content; a file keeps its name when it goes into one.
    const place = (file) =>
      file === source
        ? join(target, target.endsWith('/') ? basename(file) : '')
        : join(target, source === '.' ? file : relative(source, file))
    for (const file of files.split('\n').filter((path) => path && isWanted(path)))
      cpSync(inProject(file), within(stage, join('app', place(file))))
  }
}

async function start(steps) {
  const [program, ...args] = commandOf(steps, 'CMD')
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: within('image', 'data'),
    DATABASE_URL: url.href,
    TOKEN_SECRET: 'a secret of the rehearsal, long enough for it',
  }
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  mkdirSync(env.DATA_DIR)
  chmodSync(env.DATA_DIR, 0o777)
  const child = spawn(program, args, {
    cwd: within('image', 'app'),
    env,
    ...user,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    const [health, ...healthArgs] = commandOf(steps, 'HEALTHCHECK')
    await step('It becomes ready', () => waitFor(() => isOk('/readyz'), child))
    await step('Its health check passes', () => {
      if (spawnSync(health, healthArgs, { env, ...user, cwd: '/' }).status !== 0)
        throw new PlainError('it does not')
    })
    await step('It shows a page and answers a search', async () => {
      for (const path of ['/', '/browse/mentor/search', '/api/mentees/mentors'])
        if (!(await isOk(path))) throw new PlainError(`${path} is not answered`)
    })
  } finally {
    child.kill('SIGTERM')
  }
  const code = await ended
  if (code !== 0) throw new PlainError(`It ended with code ${code} after SIGTERM`)
}

const isOk = (path) =>
  fetch(`http://127.0.0.1:${port}${path}`).then(
    (response) => response.ok,
    () => false,
  )

async function waitFor(condition, child) {
  while (!(await condition())) {
    if (child.exitCode !== null) throw new PlainError('it ended')
    await delay(100)
  }
}

async function administrate(statement) {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

await runMain(async () => {
  const stages = readStages(readFileSync(inProject('deploy/Dockerfile'), 'utf8'))
  try {
    await buildStages(stages)
    const size = execFileSync('du', ['-sh', within('image', 'app')], { encoding: 'utf8' }).split('\t')[0]
    console.log(`${bold('What the image adds to its base:')} ${size}`)
    await administrate(`create database ${database}`)
    await start(stages.at(-1).steps)
  } finally {
    await administrate(`drop database if exists ${database} with (force)`)
    rmSync(place, { recursive: true, force: true })
  }
  return 0
})
