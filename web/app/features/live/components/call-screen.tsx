import type { IceServer, LiveRoom } from '@marga/contract/live'
import { type ReactNode, useRef, useState } from 'react'
import { ShortcutsSwitch } from '../../../components/shortcuts-switch.tsx'
import { cn } from '../../../ui/cn.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Call } from '../call.ts'
import type { CallEnd } from '../call-session.ts'
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
import { NotesPanel } from './notes-panel.tsx'
import { Stage } from './stage.tsx'

type CallScreenProps = {
  owner: LiveOwner
  room: LiveRoom
  iceServers: readonly IceServer[]
  media: LocalMedia
  /** The conversation of the two, as the inbox shows it. */
  chat: (conversationId: string) => ReactNode
  reportHref: string
  onOver: (why: CallEnd) => void
  onLeave: () => void
}

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
  const frame = useRef<HTMLDivElement>(null)
  const [isChoosing, setIsChoosing] = useState(false)
  const { panel, hasNewMessage, toggle } = useCallPanel(owner, room)
  const actions = {
    ...mediaActions(media, own),
    panel: toggle,
    devices: () => setIsChoosing(true),
    fullScreen: () =>
      void (document.fullscreenElement ? document.exitFullscreen() : frame.current?.requestFullscreen()),
    leave: () => {
      void call.leave()
      onLeave()
    },
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
    <div ref={frame} className="flex h-dvh short:h-auto flex-col gap-3 bg-paper p-3 sm:p-4">
      <CallHeader
        room={room}
        quality={state.peer === 'here' ? state.quality : null}
        reportHref={reportHref}
      />
      <div
        className={cn(
          'relative grid min-h-0 flex-1 gap-3 short:h-96 short:flex-none',
          panel && 'md:max-lg:grid-rows-[2fr_3fr] lg:grid-cols-[1fr_24rem]',
        )}
      >
        <Stage call={state} peer={room.peer} own={own} />
        {panel ? (
          <aside
            aria-label={panel === 'chat' ? 'Chat' : 'Notes'}
            className="grid min-h-0 overflow-hidden rounded-xl border border-line bg-surface max-md:absolute max-md:inset-0 max-md:z-20"
          >
            {panel === 'chat' ? chat(room.conversationId) : <NotesPanel notes={notes} />}
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
