import { fetchedLater } from './fetched-later.tsx'

/** The 400 px modal after a registration; the page behind it moves on by itself. */
export const SuccessDialog = fetchedLater(async () => (await import('./success-window.tsx')).SuccessWindow)
