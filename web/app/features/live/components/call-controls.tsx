import {
  Camera,
  CameraOff,
  Maximize,
  MessageCircle,
  Mic,
  MicOff,
  MonitorOff,
  MonitorUp,
  NotebookPen,
  PhoneOff,
  Settings,
} from 'lucide-react'
import { canFillScreen } from '../full-screen.ts'
import type { Panel } from '../hooks/use-call-panel.ts'
import { canShareScreen, type LocalMediaState } from '../local-media.ts'
import { ControlButton } from './control-button.tsx'

type CallControlsProps = {
  own: LocalMediaState
  panel: Panel | null
  hasNewMessage: boolean
  actions: {
    mute: () => void
    camera: () => void
    share: () => void
    panel: (panel: Panel) => void
    devices: () => void
    fullScreen: () => void
    leave: () => void
  }
}

export function CallControls({ own, panel, hasNewMessage, actions }: CallControlsProps) {
  const isSilent = own.isMuted || own.audio === null
  return (
    <div
      role="toolbar"
      aria-label="Call"
      className="flex flex-wrap items-center justify-center gap-1 max-xs:not-short:gap-0.5 sm:gap-2.5 short:grid short:grid-cols-2 short:content-center short:gap-1"
    >
      <ControlButton
        label={isSilent ? 'Unmute' : 'Mute'}
        icon={isSilent ? MicOff : Mic}
        shortcut="m"
        tone={isSilent ? 'off' : 'plain'}
        onPress={actions.mute}
      />
      <ControlButton
        label={own.isCameraOff ? 'Turn the camera on' : 'Turn the camera off'}
        icon={own.isCameraOff ? CameraOff : Camera}
        shortcut="v"
        tone={own.isCameraOff ? 'off' : 'plain'}
        onPress={actions.camera}
      />
      {canShareScreen() ? (
        <ControlButton
          label={own.screen ? 'Stop sharing' : 'Share the screen'}
          icon={own.screen ? MonitorOff : MonitorUp}
          shortcut="s"
          isPressed={own.screen !== null}
          onPress={actions.share}
        />
      ) : null}
      <ControlButton
        label="Chat"
        icon={MessageCircle}
        shortcut="c"
        isPressed={panel === 'chat'}
        hasUpdate={hasNewMessage && panel !== 'chat'}
        onPress={() => actions.panel('chat')}
      />
      <ControlButton
        label="Notes"
        icon={NotebookPen}
        shortcut="n"
        isPressed={panel === 'notes'}
        onPress={() => actions.panel('notes')}
      />
      <ControlButton label="Devices" icon={Settings} onPress={actions.devices} />
      {canFillScreen() ? (
        <ControlButton
          label="Full screen"
          icon={Maximize}
          shortcut="f"
          onPress={actions.fullScreen}
          className="max-sm:hidden"
        />
      ) : null}
      <ControlButton label="Leave" icon={PhoneOff} tone="danger" onPress={actions.leave} />
    </div>
  )
}
