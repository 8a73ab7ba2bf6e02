import { loginStorageKeys } from '@marga/contract/roles'
import type { Socket } from 'socket.io-client'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeServer } from '../testing/fake-server.ts'
import { moderatorLogin } from '../testing/logins.ts'
import { rawLogin, readLogin, removeLogin, type StoredLogin, storeLogin } from './auth-storage.ts'
import { type Connection, openConnection } from './socket.ts'
import * as library from './socket-library.ts'

type Listener = (...given: unknown[]) => void

/** A socket whose server is the test: every connect succeeds at once. */
class FakeSocket {
  connected = false
  /** Whose it said to be at each connect, and by which token. */
  readonly introduced: [userId: string, token: string][] = []
  readonly io = { on: () => {} }
  private readonly listeners = new Map<string, Listener[]>()
  private readonly anyListeners: Listener[] = []
  on(event: string, listener: Listener) {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener])
  }
  onAny(listener: Listener) {
    this.anyListeners.push(listener)
  }
  emit(event: string, { userId, token }: { userId: string; token: string }) {
    if (event === 'setup') this.introduced.push([userId, token])
  }
  connect() {
    if (this.connected) return this
    this.connected = true
    this.fire('connect')
    return this
  }
  disconnect(reason = 'io client disconnect') {
    if (!this.connected) return this
    this.connected = false
    this.fire('disconnect', reason)
    return this
  }
  private fire(event: string, ...given: unknown[]) {
    for (const listener of this.listeners.get(event) ?? []) listener(...given)
  }
  private tell(event: string, payload: object) {
    for (const listener of this.anyListeners) listener(event, payload)
  }
  accept() {
    const [userId] = this.introduced.at(-1)!
    this.tell('connected', { userId, role: 'moderator' })
  }
  refuse(code: string) {
    this.tell('unauthenticated', { code, message: 'No.' })
    this.disconnect('io server disconnect')
  }
}

const role = 'moderator'
let socket: FakeSocket
let connection: Connection
let renewals: unknown[]

beforeEach(async () => {
  vi.useFakeTimers()
  // Every renewal succeeds, with a new pair each time.
  renewals = fakeServer((_, count) => ({
    status: 200,
    body: { accessToken: `renewed-${count}`, refreshToken: `refresh-${count}` },
  }))
  socket = new FakeSocket()
  storeLogin(moderatorLogin)
  const makeSocket = () => socket as unknown as Socket
  connection = openConnection(role, Promise.resolve({ ...library, makeSocket, onWake: () => {} }))
  await settle()
})

const settle = () => vi.advanceTimersByTimeAsync(0)
const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000)
const { userId, accessToken } = moderatorLogin

/** As another tab does. */
function signInElsewhere(login: StoredLogin) {
  const key = loginStorageKeys[role]
  localStorage.setItem(key, JSON.stringify(rawLogin(login)))
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

it('says whose it is, and is connected once the server has taken that', () => {
  expect(socket.introduced).toEqual([[userId, accessToken]])
  expect(connection.state()).toBe('connecting')
  socket.accept()
  expect(connection.state()).toBe('connected')
})

it('is the new account’s as soon as another one is signed in by another tab', () => {
  socket.accept()
  signInElsewhere({ ...moderatorLogin, userId: 'somebody-else', accessToken: 'theirs' })
  expect(connection.state()).toBe('connecting')
  expect(socket.introduced).toEqual([
    [userId, accessToken],
    ['somebody-else', 'theirs'],
  ])
})

it('goes on where the same account has a new token', () => {
  socket.accept()
  signInElsewhere({ ...moderatorLogin, accessToken: 'newer' })
  expect(connection.state()).toBe('connected')
  expect(socket.introduced).toHaveLength(1)
})

it('ends with the login', async () => {
  socket.accept()
  await removeLogin(role, 'signed-out')
  expect([socket.connected, connection.state()]).toEqual([false, 'disconnected'])
})

it('renews a refused token once, and no more when what came is refused as well', async () => {
  socket.refuse('unauthenticated')
  await settle()
  expect(socket.introduced.at(-1)).toEqual([userId, 'renewed-1'])
  socket.refuse('unauthenticated')
  await minutes(10)
  expect(renewals).toHaveLength(1)
  expect(socket.introduced).toHaveLength(2)
  expect(connection.state()).toBe('disconnected')
})

it('renews again once a token was taken in between', async () => {
  socket.refuse('unauthenticated')
  await settle()
  socket.accept()
  socket.refuse('unauthenticated')
  await settle()
  expect(renewals).toHaveLength(2)
  expect(socket.introduced.at(-1)).toEqual([userId, 'renewed-2'])
})

it('renews nothing before two-step sign-in is set up, and connects when the page says that it is', async () => {
  socket.refuse('totp_setup_required')
  await minutes(10)
  expect([renewals, socket.introduced]).toMatchObject([[], { length: 1 }])
  expect(connection.state()).toBe('disconnected')
  connection.retry()
  await settle()
  expect(socket.introduced).toEqual([
    [userId, accessToken],
    [userId, accessToken],
  ])
  socket.accept()
  connection.retry()
  await settle()
  expect([socket.introduced.length, connection.state()]).toEqual([2, 'connected'])
})

it('connects when the login changes that was refused for good', async () => {
  socket.refuse('totp_setup_required')
  signInElsewhere({ ...moderatorLogin, accessToken: 'newer' })
  expect(socket.introduced.at(-1)).toEqual([userId, 'newer'])
})

it('waits a minute where there are too many connections, and keeps its token', async () => {
  socket.refuse('rate_limited')
  await vi.advanceTimersByTimeAsync(59_000)
  expect(socket.introduced).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(socket.introduced).toEqual([
    [userId, accessToken],
    [userId, accessToken],
  ])
  expect(renewals).toEqual([])
  expect(readLogin(role)).toEqual(moderatorLogin)
})
