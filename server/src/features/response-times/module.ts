import type { Core } from '../../platform/core.ts'
import { createResponseClocks } from './response-clocks.service.ts'

type Needs = Core

/** The promise of an answer within 24 hours: measured, reminded of, shown. */
export function createResponseTimesModule(needs: Needs) {
  const responseClocks = createResponseClocks(needs)
  return { service: { responseClocks }, routes: [] }
}
