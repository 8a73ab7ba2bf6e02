import type { App } from '../compose.ts'

/** Ids of the demo's people by their key. */
export type DemoIds = ReadonlyMap<string, string>
export type DemoPeople = { mentorIds: DemoIds; menteeIds: DemoIds }

export const daysAgo = (app: Pick<App, 'clock'>, days: number) =>
  new Date(app.clock.now().getTime() - days * 86_400_000)
