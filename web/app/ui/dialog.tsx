import { lazyWithPrefetch } from './lazy-with-prefetch.tsx'

/** A dialog with title and close button; focus is kept inside and given back at the end. */
export const Dialog = lazyWithPrefetch(async () => (await import('./dialog-content.tsx')).DialogContent)
