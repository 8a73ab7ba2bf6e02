// Proves that the import check can fail: a small project with one thing wrong at a time.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { checkImports } from './check-imports.mjs'

const sound = {
  'contract/src/roles.ts': "import { z } from 'zod'\nexport const role = z.string()",
  'server/src/config.ts': 'export const readConfig = () => process.env.PORT',
  'server/src/main.ts':
    "import { readConfig } from './config.ts'\nimport { createSlots } from './features/slots/slots.service.ts'\ncreateSlots(readConfig())",
  'server/src/http/route.ts': "import 'fastify'\nexport const route = 1",
  'server/src/platform/clock.ts': 'export const clock = 1',
  'server/src/features/slots/slots.queries.ts': 'export const findSlot = 1',
  'server/src/features/slots/slots.service.ts':
    "import { clock } from '../../platform/clock.ts'\nimport * as queries from './slots.queries.ts'\nimport type { Chat } from '../chat/chat.service.ts'\nexport const createSlots = (chat: Chat) => [clock, queries, chat]",
  'server/src/features/slots/slots.routes.ts':
    "import { route } from '../../http/route.ts'\nexport const routes = [route]",
  'server/src/features/chat/chat.service.ts':
    "import { limit } from './chat.rules.ts'\nexport type Chat = typeof limit",
  'server/src/features/chat/chat.rules.ts': 'export const limit = 1',
  'web/app/root.tsx': 'export default 1',
  'web/app/ui/button.tsx': "import { cn } from './cn.ts'\nexport const Button = cn",
  'web/app/ui/cn.ts': 'export const cn = 1',
  'web/app/lib/dates.ts': "import { role } from '@marga/contract/roles'\nexport const dates = role",
  'web/app/features/chat/queries.ts': 'export const chat = 1',
  'web/app/pages/public/about-page.tsx':
    "import { Button } from '../../ui/button.tsx'\nexport default Button",
  'e2e/about.spec.ts':
    "import { role } from '@marga/contract/roles'\nimport { freePort } from '../testkit/ports.mjs'\nconsole.log(role, freePort, process.env.URL)",
  'server/src/main.test.ts': "import { freePort } from '../../testkit/ports.mjs'\nconsole.log(freePort)",
  'testkit/ports.mjs': "import { role } from '@marga/contract/roles'\nexport const freePort = role",
}

let project

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'marga-imports-'))
  for (const [path, code] of Object.entries(sound)) write(path, code)
})

afterEach(() => rmSync(project, { recursive: true, force: true }))

test('a sound project has no problems', () => {
  assert.deepEqual(checkImports(project), { scanned: Object.keys(sound).length, problems: [] })
})

const refused = {
  'contract that imports something else than zod': ['contract/src/a.ts', "import 'node:fs'", /zod only/],
  'contract that imports the server': [
    'contract/src/a.ts',
    "import '../../server/src/config.ts'",
    /stands alone/,
  ],
  'platform that imports a feature': [
    'server/src/platform/a.ts',
    "import '../features/chat/chat.rules.ts'",
    /knows nothing above/,
  ],
  'a test that mocks a module': [
    'web/app/lib/dates.test.ts',
    "vi.mock('socket.io-client', () => ({ io: 1 }))",
    /mocks a module/,
  ],
  'feature that imports the configuration': [
    'server/src/features/slots/a.ts',
    "import '../../config.ts'",
    /comes in as a dependency/,
  ],
  'configuration by a dynamic import': [
    'server/src/features/slots/a.ts',
    "await import('../../config.ts')",
    /comes in as a dependency/,
  ],
  "another feature's queries": [
    'server/src/features/chat/a.ts',
    "import { findSlot } from '../slots/slots.queries.ts'",
    /its own/,
  ],
  "another feature's queries re-exported": [
    'server/src/features/chat/a.ts',
    "export { findSlot } from '../slots/slots.queries.ts'\nexport const a = 1",
    /its own/,
  ],
  "another feature's service as a value": [
    'server/src/features/slots/a.ts',
    "import { Chat } from '../chat/chat.service.ts'",
    /is a dependency/,
  ],
  'a feature that comes later': [
    'server/src/features/accounts/a.service.ts',
    "import type { Chat } from '../chat/chat.service.ts'",
    /as a port/,
  ],
  'fastify in a service': [
    'server/src/features/slots/a.service.ts',
    "import type { FastifyRequest } from 'fastify'",
    /plain functions/,
  ],
  'a fastify plugin in a service': [
    'server/src/features/slots/a.service.ts',
    "import '@fastify/multipart'",
    /plain functions/,
  ],
  'socket.io in a route': [
    'server/src/features/slots/a.routes.ts',
    "import 'socket.io'",
    /through an interface/,
  ],
  'http below a service': [
    'server/src/features/slots/a.service.ts',
    "import '../../http/route.ts'",
    /HTTP ends/,
  ],
  'a feature in http/': [
    'server/src/http/a.ts',
    "import '../features/slots/slots.queries.ts'",
    /below the features/,
  ],
  'the environment': [
    'server/src/features/slots/a.ts',
    'console.log(process.env.PORT)',
    /reads the environment/,
  ],
  'the environment by its other spelling': [
    'server/src/platform/a.ts',
    "console.log(process['env'])",
    /reads the environment/,
  ],
  'the environment taken apart': [
    'server/src/platform/a.ts',
    'const { env } = process',
    /reads the environment/,
  ],
  'the environment by import': [
    'server/src/platform/a.ts',
    "import { env } from 'node:process'",
    /reads the environment/,
  ],
  'the router in ui/': ['web/app/ui/a.tsx', "import { Link } from 'react-router'", /plain building blocks/],
  'the contract in ui/': [
    'web/app/ui/a.tsx',
    "import { role } from '@marga/contract/roles'",
    /may import ui only/,
  ],
  'a component in lib/': ['web/app/lib/a.ts', "import '../components/a.tsx'", /does not exist/],
  'ui/ in lib/': ['web/app/lib/a.ts', "import '../ui/button.tsx'", /may import lib, contract only/],
  'a feature in components/': ['web/app/components/a.tsx', "import '../features/chat/queries.ts'", /only$/],
  'another feature in a feature': [
    'web/app/features/slots/a.ts',
    "import '../chat/queries.ts'",
    /does not know another/,
  ],
  'a page in a page': [
    'web/app/pages/public/a-page.tsx',
    "import './about-page.tsx'",
    /does not import another page/,
  ],
  'the socket outside lib/socket.ts': [
    'web/app/features/chat/a.ts',
    "import 'socket.io-client'",
    /alone knows the socket/,
  ],
  'an alias': ['web/app/lib/a.ts', "import '~/lib/dates.ts'", /aliases/],
  'the server in the web': ['web/app/lib/a.ts', "import '../../../server/src/config.ts'", /contract only/],
  'the server in a journey': ['e2e/a.ts', "import '../server/src/config.ts'", /from outside/],
  'the built server in a benchmark': ['bench/a.mjs', "import '../server/dist/config.js'", /from outside/],
  'a journey in the test kit': ['testkit/a.mjs', "import '../e2e/about.spec.ts'", /stands below all tests/],
  'the server in the test kit': [
    'testkit/a.mjs',
    "import '../server/src/config.ts'",
    /stands below all tests/,
  ],
  'the test kit in the server': [
    'server/src/platform/a.ts',
    "import '../../../testkit/ports.mjs'",
    /stays in tests/,
  ],
  'the test kit in the pages': ['web/app/lib/a.ts', "import '../../../testkit/ports.mjs'", /stays in tests/],
  'a test in the product': ['server/src/platform/a.ts', "import './a.test.ts'", /does not exist/],
  'a default export': ['server/src/platform/a.ts', 'export default 1', /exports a default/],
  'a default function': ['web/app/lib/a.ts', 'export default function a() {}', /exports a default/],
  'a default by renaming': [
    'server/src/platform/a.ts',
    'const a = 1\nexport { a as default }',
    /exports a default/,
  ],
  'a barrel': ['web/app/lib/all.ts', "export * from './dates.ts'", /only passes on/],
  'an index that passes on': [
    'web/app/lib/index.ts',
    "export { dates } from './dates.ts'\nexport const a = 1",
    /only passes on/,
  ],
  'a file that imports itself': ['web/app/lib/a.ts', "import './a.ts'\nexport const a = 1", /a cycle/],
}

for (const [name, [path, code, expected]] of Object.entries(refused)) {
  test(`refused: ${name}`, () => {
    write(path, code)
    const { problems } = checkImports(project)
    assert.equal(problems.length, 1, problems.join('\n'))
    assert.match(problems[0], expected)
    assert.ok(problems[0].startsWith(path))
  })
}

test('refused: a cycle of three, but not one that types alone make', () => {
  write('web/app/lib/a.ts', "import { b } from './b.ts'\nexport const a = b")
  write('web/app/lib/b.ts', "import { c } from './c.ts'\nexport const b = c")
  write('web/app/lib/c.ts', "import type { a } from './a.ts'\nexport const c = 1")
  assert.deepEqual(checkImports(project).problems, [])
  write('web/app/lib/c.ts', "import { a } from './a.ts'\nexport const c = a")
  assert.match(checkImports(project).problems.join(), /a\.ts → .*b\.ts → .*c\.ts → .*a\.ts: a cycle/)
})

test('tests may look into what they test', () => {
  write(
    'server/src/features/chat/chat.test.ts',
    "import '../slots/slots.queries.ts'\nimport '../../config.ts'\nprocess.env.X",
  )
  assert.deepEqual(checkImports(project).problems, [])
})

test('a file that git knows and the scan misses is a problem', () => {
  execFileSync('git', ['init', '--quiet'], { cwd: project })
  assert.deepEqual(checkImports(project).problems, [])
  write('web/app/build/hidden.ts', 'export const hidden = 1')
  assert.match(checkImports(project).problems.join(), /hidden\.ts: git knows this file/)
})

test('an empty scan is a problem', () => {
  rmSync(project, { recursive: true })
  mkdirSync(project)
  assert.deepEqual(checkImports(project).problems, ['no file was scanned'])
})

function write(path, code) {
  mkdirSync(join(project, dirname(path)), { recursive: true })
  writeFileSync(join(project, path), `${code}\n`)
}
