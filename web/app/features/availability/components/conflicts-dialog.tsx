import { lazyWithPrefetch } from '../../../ui/lazy-with-prefetch.tsx'

/** Asks before hours are saved that leave booked sessions outside. */
export const ConflictsDialog = lazyWithPrefetch(
  async () => (await import('./conflicts-dialog-content.tsx')).ConflictsDialogContent,
)
