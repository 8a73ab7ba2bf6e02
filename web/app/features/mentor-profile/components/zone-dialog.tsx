import { lazyWithPrefetch } from '../../../ui/lazy-with-prefetch.tsx'

/** Another zone for the mentor's times. */
export const ZoneDialog = lazyWithPrefetch(
  async () => (await import('./zone-dialog-content.tsx')).ZoneDialogContent,
)
