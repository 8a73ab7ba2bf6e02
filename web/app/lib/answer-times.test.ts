import { expect, it } from 'vitest'
import { durationInWords } from './answer-times.ts'

it.each([
  [0, 'under a minute'],
  [1, 'about 1 minute'],
  [9, 'about 9 minutes'],
  [12, 'about 10 minutes'],
  [42, 'about 40 minutes'],
  [57, 'about 55 minutes'],
  [58, 'about 1 hour'],
  [89, 'about 1 hour'],
  [90, 'about 2 hours'],
  [180, 'about 3 hours'],
  [24 * 60, 'about 24 hours'],
  [35 * 60, 'about 35 hours'],
  [36 * 60, 'about 2 days'],
  [2 * 24 * 60, 'about 2 days'],
  [7 * 24 * 60, 'about 7 days'],
])('%d minutes are %s', (minutes, words) => {
  expect(durationInWords(minutes)).toBe(words)
})

it('never says less of a longer time', () => {
  const unitMinutes: Record<string, number> = { minute: 1, hour: 60, day: 1440 }
  const said = (minutes: number) => {
    const [, count, unit] = /(\d+) (minute|hour|day)/.exec(durationInWords(minutes)) ?? ['', '0', 'minute']
    return Number(count) * unitMinutes[unit!]!
  }
  for (let minutes = 1; minutes < 20_000; minutes++)
    expect(said(minutes), `${minutes} minutes`).toBeGreaterThanOrEqual(said(minutes - 1))
})
