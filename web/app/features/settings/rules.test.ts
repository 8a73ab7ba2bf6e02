import { describe, expect, it } from 'vitest'
import { deviceName, exportFileName, isHandheld, withPreference } from './rules.ts'

describe('the name of a device', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/120.0 Safari/537.36 Edg/120.0', 'Edge on Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/120.0 Safari/537.36', 'Chrome on Linux'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_1) Version/17.1 Safari/605.1.15', 'Safari on Mac'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) CriOS/120.0 Mobile Safari', 'Chrome on iPhone'],
    ['Mozilla/5.0 (Android 14; Mobile; rv:121.0) Gecko/121.0 Firefox/121.0', 'Firefox on Android'],
    ['curl/8.0', 'curl/8.0'],
    ['', 'Unknown device'],
  ])('of %j is %s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name)
  })
  it('tells a telephone from a desk', () => {
    expect(isHandheld('Mozilla/5.0 (Linux; Android 14)')).toBe(true)
    expect(isHandheld('Mozilla/5.0 (X11; Linux x86_64)')).toBe(false)
  })
})

it('changes one preference and leaves the others', () => {
  const email = { messages: true, bookings: true, reminders: true, payments: true }
  const push = { messages: false, reminders: false }
  expect(withPreference({ email, push }, { channel: 'email', name: 'bookings', isOn: false })).toEqual({
    email: { ...email, bookings: false },
    push,
  })
})

it('names the export by role and day', () => {
  expect(exportFileName('mentee', new Date(2026, 10, 21, 12))).toBe('marga-mentee-2026-11-21.json')
})
