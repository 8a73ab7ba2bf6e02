import { expect, it } from 'vitest'
import { withoutNotification } from './all-notifications.ts'

it('takes one notification out of whichever page it is on', () => {
  const noticeOf = (_id: string) => ({ _id }) as never
  const known = {
    pageParams: [undefined, 'c'],
    pages: [
      { notifications: [noticeOf('a'), noticeOf('b')], nextCursor: 'c' },
      { notifications: [noticeOf('d')], nextCursor: null },
    ],
  }
  const ids = withoutNotification(known, 'd')?.pages.map((page) => page.notifications.map(({ _id }) => _id))
  expect(ids).toEqual([['a', 'b'], []])
  expect(withoutNotification(undefined, 'd')).toBeUndefined()
})
