import { lazyWithPrefetch } from '../../../ui/lazy-with-prefetch.tsx'

/** Words and time of an open slot or, from it on, of all that were published with it. */
export const ChangeSlotDialog = lazyWithPrefetch(
  async () => (await import('./change-slot-dialog-content.tsx')).ChangeSlotDialogContent,
)
