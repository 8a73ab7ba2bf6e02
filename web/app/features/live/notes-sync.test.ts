import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/api-client.ts'
import { createNotesSync } from './notes-sync.ts'

type Stored = { text: string; version: number }
const lost = new ApiError(0, { code: 'network', message: 'The connection was lost.' })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What the server has, and whether its answers arrive. */
function openNotes() {
  let stored: Stored = { text: 'Read', version: 1 }
  const line = { isCut: false }
  const sync = createNotesSync(stored, async ({ text, version }) => {
    if (version !== stored.version) return { isConflict: true, ...stored }
    stored = { text, version: version + 1 }
    if (line.isCut) throw lost
    return { isConflict: false, ...stored }
  })
  return { sync, line, stored: () => stored }
}
const settle = () => vi.advanceTimersByTimeAsync(10_000)

it('writes no words twice that the server has although its answer was lost', async () => {
  const { sync, line, stored } = openNotes()
  line.isCut = true
  sync.type('Read chapter two')
  await vi.advanceTimersByTimeAsync(500)
  expect(stored()).toEqual({ text: 'Read chapter two', version: 2 })
  line.isCut = false
  sync.type('Read chapter two, and three')
  await settle()
  expect(stored().text).toBe('Read chapter two, and three')
  expect(sync.snapshot()).toEqual({ text: 'Read chapter two, and three', status: 'saved' })
})

it('writes them no second time either where they are read before they are sent again', async () => {
  const { sync, line, stored } = openNotes()
  line.isCut = true
  sync.type('Read chapter two')
  await vi.advanceTimersByTimeAsync(500)
  sync.type('Read chapter two, and three')
  // The connection is back, and the notes are asked for.
  line.isCut = false
  sync.receive(stored())
  expect(sync.snapshot().text).toBe('Read chapter two, and three')
  await settle()
  expect(stored().text).toBe('Read chapter two, and three')
})

it('writes them no second time either where the other wrote on before the answer to the save has come', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const sync = createNotesSync({ text: 'Read', version: 1 }, async ({ text, version }) => {
    await answered
    return { isConflict: false, text, version: version + 1 }
  })
  sync.type('Read chapter two')
  await vi.advanceTimersByTimeAsync(500)
  sync.receive({ text: 'Read chapter two, by Monday', version: 3 })
  answer()
  await settle()
  expect(sync.snapshot()).toEqual({ text: 'Read chapter two, by Monday', status: 'saved' })
})

it('keeps what the other has written since, beside the own words', () => {
  const { sync } = openNotes()
  sync.type('Read chapter two')
  sync.receive({ text: 'Monday: Read', version: 2 })
  expect(sync.snapshot().text).toBe('Monday: Read chapter two')
})
