// npm run storm: the long forms of the storms, of which npm test plays short ones. With a word, only those of that name.
import './lib/require-node.mjs'
import { notice, PlainError } from './lib/console.mjs'
import { ensurePackages, ensureReady } from './lib/prepare.mjs'
import { inProject } from './lib/project.mjs'
import { runShown } from './lib/run.mjs'
import { ensureSystemPackages } from './lib/system-packages.mjs'
import { journeysConfig } from './lib/test-parts.mjs'
import { endServices, provideRedis } from './lib/test-services.mjs'

const [name = ''] = process.argv.slice(2)

try {
  await ensurePackages()
  await ensureSystemPackages()
  await ensureReady()
  const redis = await provideRedis()
  if (!redis) throw new PlainError('The storms need Redis: no redis-server was found')
  notice(`Storms run on ${redis.what}, and on a PostgreSQL of their own`)
  process.exitCode = await runShown(
    process.execPath,
    [
      inProject('node_modules/@playwright/test/cli.js'),
      'test',
      '-c',
      journeysConfig,
      '--project=storms',
      `storm-${name}`,
    ],
    { env: { ...process.env, STORM: '1', TEST_REDIS_URL: redis.url } },
  )
} catch (error) {
  console.error(error instanceof PlainError ? `\n${error.message}` : error)
  process.exitCode = 1
} finally {
  await endServices()
}
