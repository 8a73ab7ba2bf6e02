import { fetchedLater } from '../../../ui/fetched-later.tsx'

/** Words and time of an open slot or, from it on, of all that were published with it. */
export const ChangeSlotDialog = fetchedLater(
  async () => (await import('./change-slot-window.tsx')).ChangeSlotWindow,
)
