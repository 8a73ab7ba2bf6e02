import { v7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { createCursors } from './paging.ts'

const cursors = createCursors(new TextEncoder().encode('a secret of one test, long enough for it'))
const place = [new Date('2026-11-22T10:00:00.000Z'), v7()] as const
const { read, write } = cursors.of('slots', ['time', 'id'])
const rejectionReason = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return error instanceof AppError ? error.fields : error
  }
  return undefined
}
const refused = { cursor: expect.any(String) }

describe('a signed cursor', () => {
  it('is read back as it was written', () => {
    expect(read(write(place))).toEqual(place)
    expect(read('')).toBeUndefined()
  })

  it('is refused when any letter of it is another, one is missing or one more', () => {
    const cursor = write(place)
    for (let at = 0; at < cursor.length; at++) {
      const other = cursor[at] === 'A' ? 'B' : 'A'
      for (const letters of [other, '', `${cursor[at]}=`]) {
        const changed = cursor.slice(0, at) + letters + cursor.slice(at + 1)
        expect(
          rejectionReason(() => read(changed)),
          changed,
        ).toEqual(refused)
      }
    }
  })

  it('is refused by another list, and under another secret', () => {
    expect(rejectionReason(() => cursors.of('people', ['time', 'id']).read(write(place)))).toEqual(refused)
    const other = createCursors(new TextEncoder().encode('the secret of somebody else, as long'))
    expect(rejectionReason(() => other.of('slots', ['time', 'id']).read(write(place)))).toEqual(refused)
  })

  it('of a version whose list had another order is refused', () => {
    expect(rejectionReason(() => cursors.of('slots', ['number', 'id']).read(write(place)))).toEqual(refused)
    expect(rejectionReason(() => cursors.of('slots', ['time', 'id', 'text']).read(write(place)))).toEqual(
      refused,
    )
  })
})
