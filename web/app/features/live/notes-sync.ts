import { isApiError } from '../../lib/out-of-reach.ts'
import { mergeNotes } from './notes-merge.ts'

type Stored = { text: string; version: number }
export type NotesState = { text: string; status: 'saved' | 'saving' | 'unsaved' | 'refused' }
/** What became of a save: written, or somebody was faster. Throws when nothing came back, and what the server refused. */
export type SaveNotes = (stored: Stored) => Promise<{ isConflict: boolean } & Stored>

const saveAfterMs = 400
const retryAfterMs = 3000
/** Refusals of the same words for good: too many, or the session is no longer one to write in. */
const finalStatuses = [400, 403, 404, 413]

/** What the server was last known to have, and what was sent since: it may have that too, though no answer came. */
type Base = Stored & { sent: string[] }
const baseOf = ({ text, version }: Stored): Base => ({ text, version, sent: [] })

/** Own words that come back are no change of the other's: they would stand there twice. */
const mergeInto = ({ text, sent }: Base, local: string, remote: string) =>
  mergeNotes(sent.includes(remote) ? remote : text, local, remote)

/** What is shown of them, and who looks at it. */
function createShown(first: NotesState) {
  let state = first
  const listeners = new Set<() => void>()
  return {
    snapshot: () => state,
    become(next: NotesState) {
      state = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** One person's copy of the shared notes: typed at once, saved soon, merged with what the other writes. */
export function createNotesSync(first: Stored, save: SaveNotes) {
  let base = baseOf(first)
  const { become, ...shown } = createShown({ text: first.text, status: 'saved' })
  let isSaving = false
  /** What came in while a save is under way: it may hold the words of that, which only its answer tells. */
  let held: Stored | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const saveIn = (delayMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), delayMs)
  }

  function receive(remote: Stored) {
    if (isSaving) held = remote
    else take(remote)
  }

  function take(remote: Stored) {
    if (remote.version <= base.version) return
    const text = mergeInto(base, shown.snapshot().text, remote.text)
    base = baseOf(remote)
    become({ text, status: text === base.text ? 'saved' : 'unsaved' })
    if (text !== base.text) saveIn(saveAfterMs)
  }

  async function flush() {
    if (isSaving || shown.snapshot().text === base.text) return
    isSaving = true
    const sent = shown.snapshot().text
    base.sent.push(sent)
    become({ text: sent, status: 'saving' })
    try {
      const response = await save({ text: sent, version: base.version })
      if (response.isConflict) take(response)
      else if (response.version > base.version) base = baseOf({ text: sent, version: response.version })
      const { text } = shown.snapshot()
      become({ text, status: text === base.text ? 'saved' : 'unsaved' })
      if (text !== base.text) saveIn(0)
    } catch (error) {
      const { text } = shown.snapshot()
      const isRefused = isApiError(error) && finalStatuses.includes(error.status) && text === sent
      become({ text, status: isRefused ? 'refused' : 'unsaved' })
      if (!isRefused) saveIn(retryAfterMs)
    } finally {
      isSaving = false
      if (held) take(held)
      held = undefined
    }
  }

  return {
    ...shown,
    receive,
    flush,
    type(text: string) {
      become({ text, status: 'unsaved' })
      saveIn(saveAfterMs)
    },
  }
}
export type NotesSync = ReturnType<typeof createNotesSync>
