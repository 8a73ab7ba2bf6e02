// npm run fuzz: the generated requests and socket frames of the tests, in the long form (S7 of docs/goals.md).
import './lib/require-node.mjs'
import { spawnSync } from 'node:child_process'
import { inProject } from './lib/project.mjs'

const runs = process.argv[2] ?? '700'
const { status } = spawnSync(
  process.execPath,
  [
    inProject('node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    'server',
    '-t',
    'generated',
    'every-endpoint',
    'socket-fuzz',
  ],
  { stdio: 'inherit', cwd: inProject('.'), env: { ...process.env, TEST_FUZZ_RUNS: runs } },
)
process.exitCode = status ?? 1
