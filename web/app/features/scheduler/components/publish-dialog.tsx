import { lazyWithPrefetch } from '../../../ui/lazy-with-prefetch.tsx'

/** Publishes a time, once or every week. */
export const PublishDialog = lazyWithPrefetch(
  async () => (await import('./publish-dialog-content.tsx')).PublishDialogContent,
)
