import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { endServices, provideRedis } from './lib/test-services.mjs'

const names = ['REDIS_URL', 'TEST_REDIS_URL']
const before = names.map((name) => [name, process.env[name]])
afterEach(async () => {
  await endServices()
  for (const [name, value] of before)
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
})

test('tests use the Redis that was given to them', async () => {
  process.env.REDIS_URL = 'redis://developer.example:6379'
  process.env.TEST_REDIS_URL = 'redis://tests.example:6379'
  assert.equal((await provideRedis()).url, 'redis://tests.example:6379')
})

test('without one they use none that is there for something else, but one of their own', async () => {
  process.env.REDIS_URL = 'redis://developer.example:6379'
  delete process.env.TEST_REDIS_URL
  const redis = await provideRedis()
  // Undefined where no redis-server is installed.
  assert.doesNotMatch(redis?.url ?? '', /developer|:6379$/)
})
