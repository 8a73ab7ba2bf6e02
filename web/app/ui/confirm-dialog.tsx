import { lazyWithPrefetch } from './lazy-with-prefetch.tsx'

/** Asks once before something that cannot be taken back. The caller closes it when it is done. */
export const ConfirmDialog = lazyWithPrefetch(
  async () => (await import('./confirm-dialog-content.tsx')).ConfirmDialogContent,
)
