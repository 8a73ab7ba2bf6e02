import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import { connectionOf } from '../../../lib/socket.ts'
import { askOnUnload } from '../../../lib/unsaved.ts'
import { createNotesSync, type NotesSync } from '../notes-sync.ts'
import { fetchNotes, type LiveOwner, saveNotes } from '../queries.ts'

const retryAfterMs = 3000

/** The notes of a session, kept together with the other's; null until they are loaded. */
export function useNotes({ role }: LiveOwner, slotId: string): NotesSync | null {
  const [notes, setNotes] = useState<NotesSync | null>(null)
  useEffect(() => {
    const connection = connectionOf(role)
    let sync: NotesSync | undefined
    let isUnmounted = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = async () => {
      try {
        const stored = await fetchNotes(role, slotId)
        if (isUnmounted) return
        if (sync) return sync.receive(stored)
        sync = createNotesSync(stored, (draft) => saveNotes(role, slotId, draft))
        setNotes(sync)
      } catch {
        if (!isUnmounted) timer = setTimeout(() => void load(), retryAfterMs)
      }
    }
    void load()
    const subscriptions = [
      connection.subscribe('live:notes', (incoming) => incoming.slotId === slotId && sync?.receive(incoming)),
      // What was written while this connection was away.
      connection.onState(() => connection.state() === 'connected' && void load()),
      connection.subscribe('missed', () => void load()),
      // Whoever leaves by a link is not asked: what is missing is saved below.
      askOnUnload(() => sync !== undefined && sync.snapshot().status !== 'saved'),
    ]
    return () => {
      isUnmounted = true
      clearTimeout(timer)
      void sync?.flush().then(() => {
        const status = sync?.snapshot().status
        if (status === 'unsaved' || status === 'refused')
          toast.error('Your last changes to the notes are not saved.')
      })
      for (const unsubscribe of subscriptions) unsubscribe()
    }
  }, [role, slotId])
  return notes
}
