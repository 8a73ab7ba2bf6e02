import { describe, expect, it } from 'vitest'
import { isTemporary, retryDelayMs } from './outbox-delivery.ts'

describe('failures of sending', () => {
  it('are temporary or not, by their status', () => {
    const areTemporary = (statuses: number[]) => statuses.map((status) => isTemporary({ status }))
    expect(areTemporary([0, 401, 429, 500, 503])).toEqual([true, true, true, true, true])
    expect(areTemporary([400, 403, 404, 409])).toEqual([false, false, false, false])
  })
  it('are followed by pauses that grow to half a minute', () => {
    expect([1, 2, 3, 4, 5, 99].map(retryDelayMs)).toEqual([2000, 4000, 8000, 15_000, 30_000, 30_000])
  })
})
