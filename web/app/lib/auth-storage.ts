import {
  loginStorageKeys,
  type MenteeAuth,
  type MentorAuth,
  type ModeratorAuth,
  type Role,
  roles,
} from '@marga/contract/roles'
import { useSyncExternalStore } from 'react'
import { browserStorage } from './browser-storage.ts'
import { clearOfflineCaches } from './offline/clear-offline-caches.ts'
import { clearWritings } from './writings.ts'

/** A stored login, whatever the role calls its fields. */
export type StoredLogin = {
  role: Role
  userId: string
  name: string
  profileImageUrl: string | null
  accessToken: string
  refreshToken: string
}

/** `signed-out`: by the person, in this tab. `elsewhere`: another tab changed it. */
export type LoginChange = { role: Role; cause: 'stored' | 'refused' | 'signed-out' | 'elsewhere' }

type Raw = Record<string, unknown>

/** What each role's login calls its fields in local storage; outside clients read these very keys. */
const shapes = {
  mentee: {
    id: 'menteeId',
    name: 'menteeName',
    accessToken: 'accessToken',
    flag: 'isMenteeAuthenticated',
  },
  mentor: {
    id: 'mentorId',
    name: 'mentorName',
    accessToken: 'accessToken',
    flag: 'isMentorAuthenticated',
  },
  moderator: {
    id: 'moderatorId',
    name: 'moderatorName',
    accessToken: 'moderatorAccessToken',
    flag: 'isModeratorAuthenticated',
  },
} as const

const lastRoleKey = 'marga.lastRole'
const listeners = new Set<(change: LoginChange) => void>()
/** The last text parsed of each role, so that an unchanged login is the same object. */
const parsed = new Map<Role, { text: string; login: StoredLogin | null }>()

export function readLogin(role: Role): StoredLogin | null {
  const text = browserStorage.getItem(loginStorageKeys[role])
  if (text === null) return null
  const known = parsed.get(role)
  if (known?.text === text) return known.login
  const login = parse(role, text)
  parsed.set(role, { text, login })
  return login
}

/** What this page last read of that role, even after it was removed. */
export function lastKnownLogin(role: Role): StoredLogin | null {
  return parsed.get(role)?.login ?? null
}

/** The stored login as it is stored: what the logout call is sent. */
export function rawLogin({ role, userId, ...login }: StoredLogin) {
  const { id, name, accessToken, flag } = shapes[role]
  return {
    [id]: userId,
    [name]: login.name,
    // Of a moderator there is none.
    profileImageUrl: role === 'moderator' ? undefined : login.profileImageUrl,
    [accessToken]: login.accessToken,
    refreshToken: login.refreshToken,
    [flag]: true,
  } as MenteeAuth | MentorAuth | ModeratorAuth
}

export function storeLogin(login: StoredLogin): void {
  browserStorage.setItem(loginStorageKeys[login.role], JSON.stringify(rawLogin(login)))
  emit({ role: login.role, cause: 'stored' })
}

/**
 * Nothing that the account has read stays in this browser, and after signing out nothing that it has written.
 * @returns when what was kept for reading offline is gone; never rejects
 */
export function removeLogin(role: Role, cause: 'refused' | 'signed-out'): Promise<void> {
  const login = readLogin(role)
  browserStorage.removeItem(loginStorageKeys[role])
  emit({ role, cause })
  if (login && cause === 'signed-out') clearWritings(login)
  return clearOfflineCaches()
}

/** Whose home `/` leads to; kept when an area is entered. */
export const rememberRole = (role: Role): void => browserStorage.setItem(lastRoleKey, role)

/** The role used last, where it is logged in, else any that is. @param first instead of the one used last */
export function currentRole(first: string | null = browserStorage.getItem(lastRoleKey)): Role | null {
  return roles.find((role) => role === first && readLogin(role)) ?? roles.find(readLogin) ?? null
}

export function onLoginChange(listener: (change: LoginChange) => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onStorage)
  }
}

/** The stored login of a role, followed across tabs; null on the server and while signed out. */
export function useStoredLogin(role: Role): StoredLogin | null {
  return useSyncExternalStore(
    onLoginChange,
    () => readLogin(role),
    () => null,
  )
}

/** The role to offer in the public bar; null on the server and while signed out. */
export function useCurrentRole(): Role | null {
  return useSyncExternalStore(onLoginChange, currentRole, () => null)
}

function onStorage(event: StorageEvent) {
  const role = roles.find((candidate) => loginStorageKeys[candidate] === event.key)
  if (role) emit({ role, cause: 'elsewhere' })
  // A null key means that everything was cleared.
  if (event.key === null) for (const each of roles) emit({ role: each, cause: 'elsewhere' })
}

function emit(change: LoginChange) {
  for (const listener of listeners) listener(change)
}

function parse(role: Role, text: string): StoredLogin | null {
  const shape = shapes[role]
  try {
    const raw = JSON.parse(text) as Raw | null
    if (raw?.[shape.flag] !== true) return null
    const { [shape.id]: userId, [shape.accessToken]: accessToken, refreshToken } = raw
    if (typeof userId !== 'string' || typeof accessToken !== 'string') return null
    return {
      role,
      userId,
      name: textOr(raw[shape.name], ''),
      profileImageUrl: typeof raw.profileImageUrl === 'string' ? raw.profileImageUrl : null,
      accessToken,
      refreshToken: textOr(refreshToken, ''),
    }
  } catch {
    return null
  }
}

const textOr = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise)
