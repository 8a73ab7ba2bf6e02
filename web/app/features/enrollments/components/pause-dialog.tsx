import { lazyWithPrefetch } from '../../../ui/lazy-with-prefetch.tsx'

/** A pause of a subscription: for how many days, and what it does. */
export const PauseDialog = lazyWithPrefetch(
  async () => (await import('./pause-dialog-content.tsx')).PauseDialogContent,
)
