import type { IceServer, LiveRoom } from '@marga/contract/live'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { ShortcutsSwitch } from '../../../components/shortcuts-switch.tsx'
import { cn } from '../../../ui/cn.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { lazyWithRetry } from '../../../ui/lazy-with-prefetch.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Call } from '../call.ts'
import type { CallEnd } from '../call-session.ts'
import { leaveFullScreen, toggleFullScreen } from '../full-screen.ts'
import { useCall, useCallState } from '../hooks/use-call.ts'
import { useCallPanel } from '../hooks/use-call-panel.ts'
import { useMediaState } from '../hooks/use-local-media.ts'
import { useNotes } from '../hooks/use-notes.ts'
import { useShortcuts } from '../hooks/use-shortcuts.ts'
import type { LocalMedia } from '../local-media.ts'
import { mediaActions } from '../media-actions.ts'
import type { LiveOwner } from '../queries.ts'
import { CallControls } from './call-controls.tsx'
import { CallHeader } from './call-header.tsx'
import { DevicePickers } from './device-pickers.tsx'
import { Stage } from './stage.tsx'

/** The picture comes first. */
const loadNotesPanel = async () => (await import('./notes-panel.tsx')).NotesPanel
const NotesPanel = lazyWithRetry(loadNotesPanel)

type CallScreenProps = {
  owner: LiveOwner
  room: LiveRoom
  iceServers: readonly IceServer[]
  media: LocalMedia
  /** The conversation of the two, as the inbox shows it. */
  chat: (conversationId: string) => ReactNode
  reportHref: string
  onOver: (why: CallEnd) => void
  /** The person's own wish; the room is left when this screen goes. */
  onLeave: () => void
}

/** On a low screen, a telephone on its side or one at 400 %, the keys stand beside the picture. */
const frameStyle = cn(
  'flex h-dvh flex-col gap-3 bg-paper p-3 sm:p-4',
  'short:grid short:min-h-60 short:grid-cols-[minmax(0,1fr)_auto] short:grid-rows-[auto_minmax(0,1fr)] short:gap-x-3 short:gap-y-1 short:p-2',
)

/** A small picture stays in sight on a telephone; only where it is small and low has the panel the room to itself. */
const besidePanel = cn(
  'max-md:not-short:grid-rows-[6.5rem_minmax(0,1fr)] sm:max-md:short:grid-cols-[9rem_minmax(0,1fr)]',
  'md:max-lg:not-short:grid-rows-[2fr_3fr] md:short:grid-cols-2 lg:not-short:grid-cols-[1fr_24rem]',
)

export function CallScreen(props: CallScreenProps) {
  const { owner, room, iceServers, media, onOver } = props
  const own = useMediaState(media)
  const call = useCall({ owner, slotId: room.slotId, iceServers, own, onOver })
  return call ? <RunningCall {...props} call={call} /> : null
}

function RunningCall(props: CallScreenProps & { call: Call }) {
  const { owner, room, media, chat, reportHref, onLeave, call } = props
  const own = useMediaState(media)
  const state = useCallState(call)
  const notes = useNotes(owner, room.slotId)
  // Later the line may be bad.
  useEffect(() => void loadNotesPanel().catch(() => {}), [])
  // The call ends by itself, too.
  useEffect(() => leaveFullScreen, [])
  const [isChoosing, setIsChoosing] = useState(false)
  const { panel, hasNewMessage, toggle } = useCallPanel(owner, room)
  const actions = {
    ...mediaActions(media, own),
    panel: toggle,
    devices: () => setIsChoosing(true),
    fullScreen: toggleFullScreen,
    leave: onLeave,
  }
  useShortcuts({
    m: actions.mute,
    v: actions.camera,
    s: actions.share,
    c: () => toggle('chat'),
    n: () => toggle('notes'),
    f: actions.fullScreen,
  })
  return (
    <div className={frameStyle}>
      <CallHeader
        room={room}
        quality={state.peer === 'here' ? state.quality : null}
        reportHref={reportHref}
      />
      <div className={cn('relative grid min-h-0 flex-1 gap-3', panel && besidePanel)}>
        <Stage call={state} room={room} ownRole={owner.role} own={own} isBesidePanel={panel !== null} />
        {panel ? (
          <aside
            aria-label={panel === 'chat' ? 'Chat' : 'Notes'}
            className="grid min-h-0 overflow-hidden rounded-xl border border-line bg-surface max-sm:short:absolute max-sm:short:inset-0 max-sm:short:z-20"
          >
            {panel === 'chat' ? (
              chat(room.conversationId)
            ) : (
              <Suspense fallback={<Skeleton className="m-4 h-40" />}>
                <NotesPanel notes={notes} />
              </Suspense>
            )}
          </aside>
        ) : null}
      </div>
      <CallControls own={own} panel={panel} hasNewMessage={hasNewMessage} actions={actions} />
      <Dialog isOpen={isChoosing} onOpenChange={setIsChoosing} title="Devices" size="sm">
        <DevicePickers media={media} />
        <ShortcutsSwitch />
      </Dialog>
    </div>
  )
}
