import { lazyWithPrefetch } from '../../../ui/lazy-with-prefetch.tsx'

/** Where the calls of a subscription went. */
export const CreditsDialog = lazyWithPrefetch(
  async () => (await import('./credits-dialog-content.tsx')).CreditsDialogContent,
)
