import { fetchedLater } from '../../../ui/fetched-later.tsx'

/** Another zone for the mentor's times. */
export const ZoneDialog = fetchedLater(async () => (await import('./zone-window.tsx')).ZoneWindow)
