import { fetchedLater } from './fetched-later.tsx'

/** A dialog with title and close button; focus is kept inside and given back at the end. */
export const Dialog = fetchedLater(async () => (await import('./dialog-window.tsx')).DialogWindow)
