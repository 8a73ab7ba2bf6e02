import { fetchedLater } from '../../../ui/fetched-later.tsx'

/** Publishes a time, once or every week. */
export const PublishDialog = fetchedLater(async () => (await import('./publish-window.tsx')).PublishWindow)
