import { expect, it } from 'vitest'
import { actionText, hasSubject, logFilterQuery, readLogFilter, writeLogFilter } from './log-rules.ts'

it('says what was done in words, of what it does not know too', () => {
  expect(actionText('block')).toBe('blocked')
  expect(actionText('constructor')).toBe('did “constructor” to')
  expect([hasSubject('block'), hasSubject('join'), hasSubject('constructor')]).toEqual([true, false, true])
})

it('reads the filter from the address and writes it back; what is unknown is none', () => {
  const address = 'action=block&moderator=m1&search=rude&from=2026-11-01&to=2026-11-30'
  const filter = readLogFilter(new URLSearchParams(address))
  expect(new URLSearchParams(writeLogFilter(filter)).toString().split('&').sort()).toEqual(
    address.split('&').sort(),
  )
  expect(writeLogFilter(readLogFilter(new URLSearchParams('action=forgive&from=yesterday&to=')))).toEqual({})
})

it('has days begin and end by the moderator’s own clock, the last one included', () => {
  const days = { action: '', moderatorId: '', search: '', from: '2026-11-01', to: '2026-11-01' }
  expect(logFilterQuery(days, 'Asia/Kolkata')).toEqual({
    from: '2026-10-31T18:30:00.000Z',
    to: '2026-11-01T18:30:00.000Z',
  })
})
