import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inProject } from './lib/project.mjs'

// What npm start does before there is a server, in a folder of its own, with an npm that says what it is told to.

let folder
const lock = {
  packages: {
    '': { devDependencies: { tried: '1.0.0' } },
    contract: { dependencies: { a: '1.0.0' } },
    server: { devDependencies: { built: '1.0.0' } },
    web: {},
    'node_modules/a': { version: '1.0.0', integrity: 'x' },
    'node_modules/built': { version: '1.0.0', integrity: 'y' },
    'node_modules/tried': { version: '1.0.0', integrity: 'z' },
  },
}
const list = 'node_modules/.package-lock.json'

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'marga-prepare-'))
  cpSync(inProject('scripts'), join(folder, 'scripts'), { recursive: true })
  write('package-lock.json', JSON.stringify(lock))
  write('server/src/main.ts', '')
  write('web/package.json', '{ "scripts": { "build": "x" } }')
  write(
    'node_modules/rolldown/package.json',
    '{ "name": "rolldown", "type": "module", "exports": { "./utils": "./utils.js" } }',
  )
  write(
    'node_modules/rolldown/utils.js',
    'export const transform = async (_path, code) => ({ code, map: {}, errors: [] })',
  )
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (path, text) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
/** As npm notes it. */
const installed = (names = Object.keys(lock.packages)) =>
  write(
    list,
    JSON.stringify({ packages: Object.fromEntries(names.map((name) => [name, lock.packages[name]])) }),
  )

/** `cases` is shell by npm's first word. */
function npmSays(cases) {
  const arms = Object.entries(cases).map(([word, script]) => `${word}) ${script} ;;`)
  write('bin/npm', `#!/bin/sh\necho "$@" >>calls\ncase "$1" in\n${arms.join('\n')}\nesac\n`)
  chmodSync(join(folder, 'bin/npm'), 0o755)
}
const calls = () => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')

function begin(script, env = {}) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: folder,
    env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const ended = new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
  return { child, ended, said: () => output }
}
const run = (what, env) =>
  begin(
    `import { runMain } from './scripts/lib/console.mjs'; import * as prepare from './scripts/lib/prepare.mjs'
     await runMain(async () => { await prepare.${what}() })`,
    env,
  ).ended

/** Fails where none of them builds any more, instead of waiting for ever. */
async function untilBusy(...started) {
  while (!existsSync(join(folder, 'busy'))) {
    const isOver = started.every(({ child }) => child.exitCode !== null)
    assert.ok(!isOver, started.map(({ said }) => said()).join('\n'))
    await sleep(20)
  }
}

const building = 'mkdir -p web/$PAGES_FOLDER/server; touch web/$PAGES_FOLDER/server/index.js'
const writesList = `mkdir -p node_modules; cp package-lock.json ${list}`

/** What it waits for never comes when it fails. */
const endsInTime = { timeout: 60_000 }

test('an installation that was broken off is made anew', async () => {
  npmSays({ ci: writesList })
  write(list, '{"packages": {"node_mod')
  const { code, output } = await run('ensurePackages')
  assert.equal(code, 0, output)
  assert.match(output, /broken off, so it is made anew/)
  assert.equal(readFileSync(join(folder, list), 'utf8'), JSON.stringify(lock))
})

test('the product is started without the packages of tests, which are added when they are wanted', async () => {
  npmSays({ run: building, install: 'true', ci: 'true', ping: 'true' })
  installed(['node_modules/a', 'node_modules/built'])
  assert.equal((await run('ensureReady')).code, 0)
  assert.ok(calls().every((call) => call.startsWith('run')))
  const { output } = await run('ensurePackages')
  assert.match(output, /node_modules\/tried is missing/)
  const [command] = calls().filter((call) => /^(install|ci)/.test(call))
  assert.match(command, /^install --no-save/)
  assert.doesNotMatch(command, / -w /)
  installed(['node_modules/a'])
  rmSync(join(folder, 'calls'))
  await run('ensureReady')
  const [first] = calls().filter((call) => /^(install|ci)/.test(call))
  assert.match(first, /^install .* -w contract -w server -w web/)
})

test('a disk that is full while npm installs is a failure, although npm ends well, and is not taken for whole', async () => {
  npmSays({
    ci: `${writesList}; echo "npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write" >&2`,
  })
  const { code, output } = await run('ensurePackages')
  assert.equal(code, 1)
  assert.match(output, /The disk is full: the packages are not complete/)
  assert.ok(!existsSync(join(folder, list)))
})

test('without network it says so at once, tries what npm has kept, and once more', async () => {
  npmSays({
    ping: 'echo "npm error code ECONNREFUSED" >&2; exit 1',
    ci: 'echo "npm error code ENOTCACHED" >&2; exit 1',
  })
  const { code, output } = await run('ensurePackages')
  assert.equal(code, 1)
  assert.match(output, /cannot be reached \(ECONNREFUSED\); trying with what npm has kept/)
  assert.match(output, /Once more in[\s\S]*npm error code ENOTCACHED[\s\S]*The first start needs the network/)
  assert.deepEqual(
    calls().map((call) => `${call.split(' ')[0]} ${call.includes('--offline')}`),
    ['ping false', 'ci true', 'ping false', 'ci true'],
  )
})

test('pages whose build ran out of patience are built once more, and only once; those that are there stay', async () => {
  installed()
  write('web/build/server/old.js', '')
  npmSays({
    run: `test -e again && { ${building}; exit 0; }; touch again; echo "transport invoke timed out after 60000ms"; exit 1`,
  })
  const { code, output } = await run('ensureReady')
  assert.equal(code, 0, output)
  assert.match(output, /too busy for the pages; building them once more/)
  npmSays({ run: 'echo "transport invoke timed out after 60000ms"; exit 1' })
  write('web/package.json', '{ "scripts": { "build": "y" } }')
  rmSync(join(folder, 'calls'))
  assert.equal((await run('ensureReady')).code, 1)
  assert.equal(calls().length, 2)
  assert.equal(readdirSync(join(folder, 'web/build'), { recursive: true }).join(), 'server,server/index.js')
})

test('the server may begin while the pages are built, and not without any of them to wait for', async () => {
  installed()
  npmSays({
    run: `n=0; while test ! -e began; do n=$((n+1)); test $n -lt 200 || exit 1; sleep 0.05; done; ${building}`,
  })
  const script = `import { existsSync, writeFileSync } from 'node:fs'
    import { ensureReady } from './scripts/lib/prepare.mjs'
    await ensureReady({ onServer() {
      if (existsSync('web/build/server/index.js') || !existsSync('server/dist/main.js')) throw new Error('not then')
      writeFileSync('began', '')
    } })`
  assert.equal((await begin(script).ended).code, 0)
  assert.ok(existsSync(join(folder, 'began')))
  rmSync(join(folder, 'began'))
  assert.equal((await begin(script).ended).code, 0)
  assert.ok(!existsSync(join(folder, 'began')))
})

test('short memory builds one part after the other, and ends in a sentence and not in a stack', async () => {
  installed()
  npmSays({
    run: 'test -e server/dist/main.js && echo after >order; echo "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory"; exit 134',
  })
  const { code, output } = await run('ensureReady', { NODE_OPTIONS: '--max-old-space-size=300' })
  assert.equal(code, 1)
  assert.match(
    output,
    /Building one part after the other: here are 3\d\d MB of memory, and 2048 MB are wanted/,
  )
  assert.match(output, /Building the pages took more memory than there is: 3\d\d MB here, 2048 MB are needed/)
  assert.doesNotMatch(output, /FATAL/)
  assert.equal(readFileSync(join(folder, 'order'), 'utf8'), 'after\n')
})

test(
  'two starts in one folder build one after the other, also after one was killed',
  endsInTime,
  async () => {
    installed()
    npmSays({
      run: `test ! -e busy || echo both >overlap; touch busy; while test ! -e go; do sleep 0.05; done; rm busy; ${building}`,
    })
    const script = `import { ensureReady } from './scripts/lib/prepare.mjs'; await ensureReady()`
    const killed = begin(script)
    await untilBusy(killed)
    killed.child.kill('SIGKILL')
    write('go', '')
    await killed.ended
    while (existsSync(join(folder, 'busy'))) await sleep(20)
    rmSync(join(folder, 'go'))
    rmSync(join(folder, 'web/build'), { recursive: true, force: true })
    const [one, two] = [begin(script), begin(script)]
    await untilBusy(one, two)
    // Said before or after the other one's build has begun.
    while (!/waiting for its end/.test(one.said() + two.said())) await sleep(20)
    write('go', '')
    assert.deepEqual(
      (await Promise.all([one.ended, two.ended])).map(({ code }) => code),
      [0, 0],
    )
    assert.ok(!existsSync(join(folder, 'overlap')))
  },
)

test('what npm started ends when npm is killed', endsInTime, async () => {
  const script = `
    import { spawn } from 'node:child_process'
    const child = spawn(process.execPath, ['--input-type=module', '-e', "import { endWithParent } from './scripts/lib/end-with-parent.mjs'; endWithParent(); setInterval(() => {}, 1000); console.log(process.pid)"], { env: { ...process.env, npm_lifecycle_event: 'start' }, stdio: ['ignore', 'inherit', 'inherit'] })
    setInterval(() => {}, 1000)`
  const npm = begin(script)
  await new Promise((resolve) => npm.child.stdout.once('data', resolve))
  npm.child.kill('SIGKILL')
  // Its output is closed only when the other has gone too.
  await npm.ended
})
