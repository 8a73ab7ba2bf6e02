import { expect, it } from 'vitest'
import { connectTimeoutMs } from './connect-timeout.ts'

it.each([
  ['postgres://marga@db:5432/marga', 5_000],
  ['postgres://marga@db:5432/marga?connect_timeout=20', 20_000],
  ['postgres://marga@db:5432/marga?connect_timeout=9999999', 2_147_483_647],
  ['postgres://marga@db:5432/marga?sslmode=require&connect_timeout=0', 5_000],
  ['postgres:///marga?host=/var/run/postgresql&connect_timeout=soon', 5_000],
  ['/var/run/postgresql marga', 5_000],
])('a request waits for a connection to %s for %i ms', (url, waitMs) => {
  expect(connectTimeoutMs(url)).toBe(waitMs)
})
