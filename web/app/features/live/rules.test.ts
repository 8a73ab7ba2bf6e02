import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/api-client.ts'
import { mergeNotes, moveCaret } from './notes-merge.ts'
import { createNotesSync } from './notes-sync.ts'
import { clockText, nextVideoLevel, phaseOf, qualityOf, sendingQualityOf } from './rules.ts'

describe('the clock of a session', () => {
  it('is written as clocks are', () => {
    expect([0, 59_999, 65_000, 3_750_000, -5].map(clockText)).toEqual([
      '0:00',
      '0:59',
      '1:05',
      '1:02:30',
      '0:00',
    ])
  })

  it('warns five minutes before the end', () => {
    const room = { start: '2026-01-05T10:00:00.000Z', end: '2026-01-05T11:00:00.000Z' }
    const at = (time: string) => phaseOf(room, new Date(`2026-01-05T${time}Z`))
    expect([at('09:59:59'), at('10:00:00'), at('10:54:59'), at('10:55:00'), at('11:00:00')]).toEqual([
      'before',
      'running',
      'running',
      'nearEnd',
      'over',
    ])
  })
})

describe('a bad line', () => {
  it('takes the picture down a step at a time, and brings it back', () => {
    const line = { lostShare: 0, sentLostShare: 0, roundTripMs: 40 }
    expect(qualityOf(line)).toBe('good')
    expect(qualityOf({ ...line, lostShare: 0.03 })).toBe('fair')
    expect(qualityOf({ ...line, sentLostShare: 0.2 })).toBe('poor')
    expect(qualityOf({ ...line, roundTripMs: 900 })).toBe('poor')
    // What is lost on its way here is not mended by sending less.
    expect(sendingQualityOf({ ...line, lostShare: 0.5 })).toBe('good')
    expect(sendingQualityOf({ ...line, sentLostShare: 0.5 })).toBe('poor')
    expect(nextVideoLevel(0, ['good', 'poor'])).toBe(0)
    expect(nextVideoLevel(0, ['poor', 'poor'])).toBe(1)
    expect(nextVideoLevel(1, ['poor', 'poor'])).toBe(2)
    expect(nextVideoLevel(2, ['poor', 'poor'])).toBe(2)
    expect(nextVideoLevel(2, ['good', 'good', 'good', 'good', 'good'])).toBe(1)
  })
})

describe('shared notes', () => {
  it('keep what both wrote', () => {
    const base = 'goals\n\ntasks'
    expect(mergeNotes(base, 'goals: Go\n\ntasks', 'goals\n\ntasks: read')).toBe('goals: Go\n\ntasks: read')
    expect(mergeNotes(base, 'goals\n\ntasks: read', 'goals: Go\n\ntasks')).toBe('goals: Go\n\ntasks: read')
    expect(mergeNotes('', 'mine', 'theirs')).toBe('theirsmine')
    expect(mergeNotes('a', 'a', 'b')).toBe('b')
    expect(mergeNotes('a', 'b', 'a')).toBe('b')
  })

  it('leave the caret where the person writes', () => {
    expect(moveCaret('abc', 'XXabc', 2)).toBe(4)
    expect(moveCaret('abc', 'abcXX', 2)).toBe(2)
  })

  it('are saved after a conflict, with the words of both', async () => {
    vi.useFakeTimers()
    const stored = { text: 'theirs ', version: 3 }
    const sync = createNotesSync({ text: '', version: 2 }, async ({ text, version }) => {
      if (version !== stored.version) return { isConflict: true, ...stored }
      stored.text = text
      return { isConflict: false, text, version: ++stored.version }
    })
    sync.type('mine')
    await vi.advanceTimersByTimeAsync(3000)
    vi.useRealTimers()
    expect(stored).toEqual({ text: 'theirs mine', version: 4 })
    expect(sync.snapshot()).toEqual({ text: 'theirs mine', status: 'saved' })
  })

  it('are tried again after a failure, and not after a refusal before they are changed', async () => {
    vi.useFakeTimers()
    let status = 503
    const save = vi.fn(async () => {
      throw new ApiError(status, { code: 'not_found', message: 'x' })
    })
    const sync = createNotesSync({ text: '', version: 2 }, save)
    sync.type('mine')
    await vi.advanceTimersByTimeAsync(5000)
    expect(save).toHaveBeenCalledTimes(2)
    expect(sync.snapshot().status).toBe('unsaved')
    status = 404
    await vi.advanceTimersByTimeAsync(60_000)
    expect(save).toHaveBeenCalledTimes(3)
    expect(sync.snapshot().status).toBe('refused')
    sync.type('mine too')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(save).toHaveBeenCalledTimes(4)
    vi.useRealTimers()
  })
})
