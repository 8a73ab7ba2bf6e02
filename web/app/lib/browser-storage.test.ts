import { expect, test } from 'vitest'
import { createSafeStorage } from './browser-storage.ts'

const blocked = () =>
  createSafeStorage(() => {
    throw new DOMException('Access is denied', 'SecurityError')
  })

/** Holds what it has, and takes nothing more. */
function full(entries: Record<string, string>) {
  const methods = {
    getItem: (key: string) => entries[key] ?? null,
    setItem() {
      throw new DOMException('Full', 'QuotaExceededError')
    },
    removeItem: (key: string) => void delete entries[key],
  }
  // As in browsers the entries are the storage's own properties, and its methods are not.
  return createSafeStorage(() => Object.assign(Object.create(methods), entries) as Storage)
}

test('where site data is blocked nothing throws, and entries last as long as the page', () => {
  const storage = blocked()
  expect(storage.getItem('a')).toBeNull()
  expect(storage.length).toBe(0)
  storage.setItem('a', '1')
  expect(storage.getItem('a')).toBe('1')
  expect(storage.key(0)).toBe('a')
  storage.removeItem('a')
  expect(storage.getItem('a')).toBeNull()
})

test('where the storage is full a new text is read instead of the old one', () => {
  const storage = full({ a: 'old' })
  storage.setItem('a', 'new')
  storage.setItem('b', '2')
  expect(storage.getItem('a')).toBe('new')
  expect([storage.length, storage.key(0), storage.key(1)]).toEqual([2, 'a', 'b'])
  storage.removeItem('a')
  expect(storage.getItem('a')).toBeNull()
})

test('a storage that is missing altogether is like a blocked one', () => {
  const storage = createSafeStorage(() => null as unknown as Storage)
  storage.setItem('a', '1')
  expect(storage.getItem('a')).toBe('1')
})

test('what is stored is there for the browser as well', () => {
  const storage = createSafeStorage(() => window.localStorage)
  storage.setItem('a', '1')
  expect(window.localStorage.getItem('a')).toBe('1')
  storage.removeItem('a')
  expect(window.localStorage.getItem('a')).toBeNull()
})
