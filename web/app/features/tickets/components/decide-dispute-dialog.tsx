import { lazyWithPrefetch } from '../../../ui/lazy-with-prefetch.tsx'

/** Decides a dispute, with the reason that both people read. */
export const DecideDisputeDialog = lazyWithPrefetch(
  async () => (await import('./decide-dispute-dialog-content.tsx')).DecideDisputeDialogContent,
)
