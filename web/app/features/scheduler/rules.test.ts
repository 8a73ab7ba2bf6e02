import type { Slot } from '@marga/contract/slots'
import { expect, test } from 'vitest'
import { slotOf } from '../../testing/slot-samples.ts'
import {
  blocksOfDay,
  cancelNote,
  groupByDay,
  openingDay,
  openingMinutes,
  pickedInterval,
  selectedInterval,
  variantOf,
} from './rules.ts'

const zone = 'Asia/Kolkata'
const now = new Date('2026-11-21T04:00:00.000Z')
const slot = (start: string, end: string, status: Slot['status'] = 'open') =>
  ({ _id: start, type: 'session', status, start, end }) as Slot

test('drawing downwards snaps to quarters, beyond a session to whole sessions', () => {
  expect(selectedInterval(547, 547)).toEqual({ start: 540, end: 555 })
  expect(selectedInterval(547, 571)).toEqual({ start: 540, end: 585 })
  expect(selectedInterval(540, 720)).toEqual({ start: 540, end: 720 })
  expect(selectedInterval(547, 640)).toEqual({ start: 540, end: 660 })
  expect(selectedInterval(547, 615)).toEqual({ start: 540, end: 600 })
})

test('drawing upwards keeps the quarter where it began', () => {
  expect(selectedInterval(607, 580)).toEqual({ start: 570, end: 615 })
  expect(selectedInterval(607, 440)).toEqual({ start: 435, end: 615 })
})

test('nothing is drawn over the edges of the day', () => {
  expect(selectedInterval(1439, 2000)).toEqual({ start: 1425, end: 1440 })
  expect(selectedInterval(5, -80)).toEqual({ start: 0, end: 15 })
  expect(selectedInterval(1350, 2000)).toEqual({ start: 1350, end: 1410 })
  expect(selectedInterval(0, 1440)).toEqual({ start: 0, end: 720 })
  expect(pickedInterval(1430)).toEqual({ start: 1425, end: 1440 })
})

test('a click picks a whole session from its quarter on', () => {
  expect(pickedInterval(559)).toEqual({ start: 555, end: 615 })
})

test('a slot shows what became of it', () => {
  const coming = ['2026-11-21T05:00:00.000Z', '2026-11-21T06:00:00.000Z'] as const
  const running = ['2026-11-21T03:30:00.000Z', '2026-11-21T04:30:00.000Z'] as const
  const over = ['2026-11-21T02:00:00.000Z', '2026-11-21T03:00:00.000Z'] as const
  expect(variantOf(slot(...coming), now)).toBe('open')
  expect(variantOf(slot(...coming, 'booked'), now)).toBe('booked')
  expect(variantOf(slot(...running, 'booked'), now)).toBe('running')
  expect(variantOf(slot(...over, 'booked'), now)).toBe('over')
  expect(variantOf(slot(...over), now)).toBe('idle')
  expect(variantOf(slot(...over, 'missed'), now)).toBe('missed')
})

test('a slot over midnight stands in both columns, a cancelled one in none', () => {
  // 23:30 to 00:30 in Kolkata.
  const late = slot('2026-11-21T18:00:00.000Z', '2026-11-21T19:00:00.000Z')
  expect(blocksOfDay([late], '2026-11-21', zone)).toEqual([{ slot: late, top: 1410, minutes: 30 }])
  expect(blocksOfDay([late], '2026-11-22', zone)).toEqual([{ slot: late, top: 0, minutes: 30 }])
  expect(blocksOfDay([late], '2026-11-23', zone)).toEqual([])
  expect(blocksOfDay([{ ...late, status: 'cancelled' }], '2026-11-21', zone)).toEqual([])
})

test('groups by the day of the zone in the order given', () => {
  const late = slot('2026-11-21T19:00:00.000Z', '2026-11-21T20:00:00.000Z')
  const early = slot('2026-11-21T05:00:00.000Z', '2026-11-21T06:00:00.000Z')
  expect(groupByDay([early, late], zone).map(([day]) => day)).toEqual(['2026-11-21', '2026-11-22'])
})

test('opens in the first week that has something ahead, on a Sunday in the next', () => {
  // Saturday the 21st, and Sunday at noon, in Kolkata.
  const sunday = new Date('2026-11-22T06:30:00.000Z')
  const over = slot('2026-11-18T05:00:00.000Z', '2026-11-18T06:00:00.000Z')
  const tonight = slot('2026-11-22T14:00:00.000Z', '2026-11-22T15:00:00.000Z')
  const later = slot('2026-12-03T05:00:00.000Z', '2026-12-03T06:00:00.000Z', 'booked')
  const cancelled = slot('2026-11-25T05:00:00.000Z', '2026-11-25T06:00:00.000Z', 'cancelled')
  expect(openingDay([], now, zone)).toBe('2026-11-21')
  expect(openingDay([over], sunday, zone)).toBe('2026-11-23')
  expect(openingDay([over, tonight, later], sunday, zone)).toBe('2026-11-22')
  expect(openingDay([cancelled, later, over], sunday, zone)).toBe('2026-12-03')
})

test('opens at the hour before now, else a little before the first slot, else at eight', () => {
  const early = slot('2026-11-24T00:30:00.000Z', '2026-11-24T01:30:00.000Z')
  const at = (days: string[], slots: Slot[] = []) => openingMinutes(slots, { days, now, timeZone: zone })
  expect(at(['2026-11-20', '2026-11-21'], [early])).toBe(8.5 * 60)
  expect(at(['2026-11-23', '2026-11-24'], [early])).toBe(5.5 * 60)
  expect(at(['2026-11-23', '2026-11-24'])).toBe(8 * 60)
})

test('opens before the first slot that is ahead where that is out of sight', () => {
  // 9:30 am in Kolkata; the evening's slot begins at 6:00 pm, what was at noon has been cancelled.
  const evening = slot('2026-11-21T12:30:00.000Z', '2026-11-21T13:30:00.000Z')
  const noon = slot('2026-11-21T06:30:00.000Z', '2026-11-21T07:30:00.000Z', 'cancelled')
  const at = (slots: Slot[]) => openingMinutes(slots, { days: ['2026-11-21'], now, timeZone: zone })
  expect(at([noon, evening])).toBe(17.5 * 60)
  expect(at([{ ...noon, status: 'open' }, evening])).toBe(8.5 * 60)
})

test('cancelling a booked session says what the mentee gets', () => {
  const menteeId = { _id: 'm', firstName: 'Asha', lastName: 'Shah', profileImageUrl: null }
  const start = '2026-11-21T16:00:00.000Z'
  const booked = slotOf({ status: 'booked', start, menteeId, callId: 'c', freeUntil: now.toISOString() })
  expect(cancelNote(booked, now)).toBe('Asha gets the call back')
  expect(cancelNote(booked, new Date(now.getTime() + 1))).toBe(
    'Asha gets the call back and one more call, up to 2 extra a month',
  )
  expect(cancelNote({ ...booked, freeUntil: null }, now)).toMatch(/^Asha’s subscription is over/)
  expect(cancelNote({ ...booked, type: 'intro', callId: null, freeUntil: null }, now)).toBe(
    'Asha may book another intro call with you',
  )
})
