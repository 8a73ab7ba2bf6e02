import type { LiveRoom } from '@marga/contract/live'
import { Camera, CameraOff, Mic, MicOff } from 'lucide-react'
import { useMemo } from 'react'
import { formatTimeRange, timeZoneName } from '../../../lib/dates.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { canCall } from '../devices.ts'
import { useMediaState } from '../hooks/use-local-media.ts'
import type { LocalMedia } from '../local-media.ts'
import { clockText, phaseOf } from '../rules.ts'
import { ControlButton } from './control-button.tsx'
import { DevicePickers } from './device-pickers.tsx'
import { MediaProblems } from './media-problems.tsx'
import { MicrophoneMeter, SpeakerTest } from './sound-check.tsx'
import { VideoTile } from './video-tile.tsx'

type LobbyProps = {
  room: LiveRoom
  media: LocalMedia
  isPeerHere: boolean
  wasPeerHere: boolean
  onJoin: () => void
}

/** Before the call: how one looks and sounds, who is there, and how long it still takes. */
export function Lobby({ media, ...props }: LobbyProps) {
  const state = useMediaState(media)
  const { camera, audio, isMuted, isCameraOff, microphoneProblem, choice } = state
  const preview = useMemo(() => (camera ? new MediaStream([camera]) : null), [camera])
  return (
    <div className="page grid grid-cols-1 items-start gap-6 py-6 lg:grid-cols-[3fr_2fr] lg:gap-10 lg:py-12">
      <section aria-label="Your camera and microphone" className="grid grid-cols-1 gap-4">
        <div className="relative aspect-video overflow-hidden rounded-xl border border-line bg-sunken">
          {preview ? (
            <VideoTile label="Your own picture" stream={preview} isOwn />
          ) : (
            <div className="grid size-full place-content-center justify-items-center gap-2 text-ink-soft">
              <CameraOff className="size-8" aria-hidden="true" />
              <p>{state.isReady || isCameraOff ? 'Your camera is off' : 'Starting your camera…'}</p>
            </div>
          )}
          <div className="absolute inset-x-0 bottom-3 flex justify-center gap-3">
            <ControlButton
              label={isMuted ? 'Unmute' : 'Mute'}
              icon={isMuted ? MicOff : Mic}
              tone={isMuted || microphoneProblem ? 'off' : 'plain'}
              onPress={() => void media.setMuted(!isMuted)}
            />
            <ControlButton
              label={isCameraOff ? 'Turn the camera on' : 'Turn the camera off'}
              icon={isCameraOff ? CameraOff : Camera}
              tone={isCameraOff ? 'off' : 'plain'}
              onPress={() => void media.setCameraOff(!isCameraOff)}
            />
          </div>
        </div>
        <MicrophoneMeter track={audio} />
        <p className="text-sm text-ink-soft">Speak a few words: the bars move when you are heard.</p>
        <MediaProblems state={state} onRetry={() => void media.tryAgain()} />
      </section>
      <div className="grid grid-cols-1 gap-6">
        <RoomCard {...props} />
        <Card isFlat className="grid gap-4">
          <h2 className="text-lg">Devices</h2>
          <DevicePickers media={media} />
          <div>
            <SpeakerTest speakerId={choice.speakerId} />
          </div>
        </Card>
      </div>
    </div>
  )
}

function RoomCard({ room, isPeerHere, wasPeerHere, onJoin }: Omit<LobbyProps, 'media'>) {
  return (
    <Card className="grid gap-4">
      <div className="flex items-center gap-4">
        <Avatar src={room.peer.profileImageUrl} size="md" isEager />
        <div className="min-w-0">
          <h1 className="text-2xl wrap-anywhere">
            Session with {room.peer.firstName} {room.peer.lastName}
          </h1>
          <p className="text-sm text-ink-soft">
            <time dateTime={room.start}>{formatTimeRange(room.start, room.end)}</time>,{' '}
            {timeZoneName(undefined, room.start)}
          </p>
        </div>
      </div>
      <StartLine room={room} />
      <p role="status">
        {isPeerHere ? (
          <Badge tone="positive">{room.peer.firstName} is in the room</Badge>
        ) : (
          <Badge>
            {room.peer.firstName} {wasPeerHere ? 'was here and has left' : 'is not here yet'}
          </Badge>
        )}
      </p>
      {canCall() ? null : (
        <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-sm text-danger-ink">
          This browser can’t make video calls. You can join to chat and take notes; to see and hear each
          other, open this page in a current Chrome, Edge, Firefox or Safari.
        </p>
      )}
      <Button size="lg" isWide onClick={onJoin}>
        Join session
      </Button>
    </Card>
  )
}

function StartLine({ room }: { room: LiveRoom }) {
  const now = useNow(1000)
  const phase = phaseOf(room, now)
  const left = Date.parse(room.start) - now.getTime()
  return (
    <p className="text-lg">
      {phase === 'before' ? (
        <>
          Starts in <span className="font-semibold tabular-nums">{clockText(left)}</span>
        </>
      ) : phase === 'over' ? (
        'The session’s time is up; the room stays open a little longer.'
      ) : (
        <span className="font-semibold text-positive-ink">The session is running</span>
      )}
    </p>
  )
}
