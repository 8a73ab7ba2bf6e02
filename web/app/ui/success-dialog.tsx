import { lazyWithPrefetch } from './lazy-with-prefetch.tsx'

/** The 400 px modal after a registration; the page behind it moves on by itself. */
export const SuccessDialog = lazyWithPrefetch(
  async () => (await import('./success-dialog-content.tsx')).SuccessDialogContent,
)
