import { expect, it } from 'vitest'
import { exportFileName, isHandheld, withPreference } from './rules.ts'

it('tells a telephone from a desk', () => {
  expect(isHandheld('Mozilla/5.0 (Linux; Android 14)')).toBe(true)
  expect(isHandheld('Mozilla/5.0 (X11; Linux x86_64)')).toBe(false)
})

it('changes one preference and leaves the others', () => {
  const email = { messages: true, bookings: true, reminders: true, payments: true, reviews: true }
  const push = { messages: false, reminders: false }
  expect(withPreference({ email, push }, { channel: 'email', name: 'bookings', isOn: false })).toEqual({
    email: { ...email, bookings: false },
    push,
  })
})

it('names the export by role and day', () => {
  expect(exportFileName('mentee', new Date(2026, 10, 21, 12))).toBe('marga-mentee-2026-11-21.json')
})
