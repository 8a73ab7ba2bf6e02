import { fetchedLater } from './fetched-later.tsx'

/** Asks once before something that cannot be taken back. The caller closes it when it is done. */
export const ConfirmDialog = fetchedLater(async () => (await import('./confirm-window.tsx')).ConfirmWindow)
