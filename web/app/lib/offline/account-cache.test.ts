import { loginStorageKeys } from '@marga/contract/roles'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeCaches } from '../../testing/fake-caches.ts'
import { menteeLogin } from '../../testing/logins.ts'
import { removeLogin, storeLogin } from '../auth-storage.ts'
import { browserStorage } from '../browser-storage.ts'
import { openCaches, readQueries, writeQueries } from './account-cache.ts'
import { clearLeftCaches } from './clear-left-caches.ts'
import { fillFromCache } from './fill-from-cache.ts'
import { persistedQueriesMax } from './persisted-queries.ts'

const owner = { role: 'mentee', userId: menteeLogin.userId } as const
const key = ['chat', 'mentee', 'thread', 'c1']
const thread = (data: unknown, updatedAt = 5) => new Map([['thread', { key, data, updatedAt }]])
let caches: ReturnType<typeof fakeCaches>

beforeEach(() => {
  caches = fakeCaches()
  vi.stubGlobal('__reactRouterManifest', { version: 'r1' })
  storeLogin(menteeLogin)
})

it('gives back what the account has read, where the page holds nothing newer', async () => {
  await openCaches(owner)
  await writeQueries(owner, thread([{ seq: 1 }]))
  const client = new QueryClient()
  expect(await fillFromCache(owner, client)).toEqual(new Date(5))
  expect(client.getQueryData(key)).toEqual([{ seq: 1 }])
  client.setQueryData(key, [{ seq: 2 }])
  await fillFromCache(owner, client)
  expect(client.getQueryData(key)).toEqual([{ seq: 2 }])
})

it('still has what was kept where the page goes while something newer is written', async () => {
  await openCaches(owner)
  await writeQueries(owner, thread([{ seq: 1 }]))
  const { open } = globalThis.caches
  let endWrite = () => {}
  const written = new Promise<void>((resolve) => {
    endWrite = resolve
  })
  const put = vi.fn(() => written)
  vi.spyOn(globalThis.caches, 'open').mockImplementationOnce(async (name) =>
    Object.assign(await open(name), { put }),
  )
  const writing = writeQueries(owner, thread([{ seq: 2 }]))
  await vi.waitFor(() => expect(put).toHaveBeenCalled())
  const held = [...caches.values()].flatMap((entries) => [...entries.values()])
  endWrite()
  await writing
  expect(held.map((text) => JSON.parse(text).data)).toEqual([[{ seq: 1 }]])
})

it('gives nothing to another account, and nothing to another release', async () => {
  await openCaches(owner)
  await writeQueries(owner, thread([]))
  expect(await readQueries({ role: 'mentee', userId: 'somebody-else' })).toEqual([])
  vi.stubGlobal('__reactRouterManifest', { version: 'r2' })
  expect(await readQueries(owner)).toEqual([])
  await openCaches(owner)
  expect([...caches.keys()].filter((name) => name.includes('r1'))).toEqual([])
})

it('drops what an account left that is not signed in any more', async () => {
  await openCaches(owner)
  storeLogin({ ...menteeLogin, userId: 'next' })
  await openCaches({ role: 'mentee', userId: 'next' })
  expect([...caches.keys()]).toEqual(['marga.release.r1', 'marga.account.r1.mentee.next'])
})

it.each(['signed-out', 'refused'] as const)(
  'keeps nothing once the login is %s, and takes no more',
  async (cause) => {
    await openCaches(owner)
    await writeQueries(owner, thread([]))
    await removeLogin('mentee', cause)
    expect([...caches.keys()]).toEqual([])
    await writeQueries(owner, thread([]))
    await openCaches(owner)
    expect([...caches.keys()]).toEqual([])
  },
)

it('is cleared by the next page where a session ended as its page went, and kept while somebody is signed in', async () => {
  await openCaches(owner)
  await clearLeftCaches()
  expect(caches.size).toBe(2)
  browserStorage.removeItem(loginStorageKeys.mentee)
  await clearLeftCaches()
  expect(caches.size).toBe(0)
})

it('holds a bounded number of answers, those that changed last', async () => {
  await openCaches(owner)
  const many = Array.from({ length: persistedQueriesMax + 5 }, (_, n) => n)
  await writeQueries(owner, new Map(many.map((n) => [`${n}`, { key: [n], data: n, updatedAt: n }])))
  await writeQueries(owner, new Map([['5', { key: [5], data: 'again', updatedAt: 99 }]]))
  const held = await readQueries(owner)
  expect(held).toHaveLength(persistedQueriesMax)
  expect(held.at(-1)?.data).toBe('again')
})
