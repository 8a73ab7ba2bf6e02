import { lazyWithPrefetch } from '../../../ui/lazy-with-prefetch.tsx'

/** Another time for a booked session: one of the mentor's open ones, or one that the mentor is asked for. */
export const MoveDialog = lazyWithPrefetch(
  async () => (await import('./move-dialog-content.tsx')).MoveDialogContent,
)
