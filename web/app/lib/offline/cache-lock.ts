/** Held while a cache is written to or deleted, so that nothing is written after a sign-out. */
export const cacheLock = 'marga.caches'
