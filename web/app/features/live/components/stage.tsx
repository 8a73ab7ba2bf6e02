import type { Person } from '@marga/contract/common'
import type { LiveRoom } from '@marga/contract/live'
import type { MemberRole } from '@marga/contract/roles'
import { CameraOff, MicOff, MonitorUp } from 'lucide-react'
import { Avatar } from '../../../ui/avatar.tsx'
import { cn } from '../../../ui/cn.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import type { CallState } from '../call-session.ts'
import type { LocalMediaState } from '../local-media.ts'
import { stayingRule, waitingRule, wasPeerHere } from '../rules.ts'
import { SelfView } from './self-view.tsx'
import { VideoTile } from './video-tile.tsx'

type StageProps = {
  call: CallState
  room: LiveRoom
  ownRole: MemberRole
  own: LocalMediaState
  /** Chat or notes are open, and take most of a small screen. */
  isBesidePanel: boolean
}

/** The other person, large, with what is to be known about them, and oneself in a corner. */
export function Stage({ call, room, ownRole, own, isBesidePanel }: StageProps) {
  const { peer } = room
  const wasHere = wasPeerHere(room, ownRole)
  const { remote, remoteState, link } = call
  const isShown = remote !== null && link !== 'none'
  const hasVideo = isShown && (!remoteState?.isCameraOff || remoteState.isSharing)
  const waiting = waitingText(call, peer.firstName, wasHere)
  return (
    <div className="relative min-h-0 overflow-hidden rounded-xl border border-line bg-sunken">
      {isShown ? (
        <div className={hasVideo ? 'size-full' : 'sr-only'}>
          <VideoTile
            label={`Picture of ${peer.firstName}`}
            stream={remote}
            isWhole
            speakerId={own.choice.speakerId}
          />
        </div>
      ) : null}
      {hasVideo ? null : <WithoutPicture {...{ call, peer, wasHere, isBesidePanel }} />}
      <div className="absolute top-3 left-1/2 flex w-max max-w-[90%] -translate-x-1/2 flex-wrap justify-center gap-2 text-sm">
        <div role="status" className="contents">
          {waiting ? (
            <p className="flex items-center gap-2 rounded-3xl bg-raised px-3 py-1.5 shadow-card">
              {isPending(call) ? <Spinner className="size-4" /> : null}
              {waiting}
            </p>
          ) : null}
          {isShown && remoteState?.isMuted ? (
            <p className="flex items-center gap-1.5 rounded-full bg-raised px-3 py-1.5 shadow-card">
              <MicOff className="size-4" aria-hidden="true" /> {peer.firstName} is muted
            </p>
          ) : null}
          {isShown && remoteState?.isSharing ? (
            <p className="flex items-center gap-1.5 rounded-full bg-raised px-3 py-1.5 shadow-card">
              <MonitorUp className="size-4" aria-hidden="true" /> {peer.firstName} is sharing their screen
            </p>
          ) : null}
        </div>
      </div>
      <SelfView own={own} className={largeOnly(isBesidePanel)} />
    </div>
  )
}

/** What a small picture has no room for. */
const largeOnly = (isBesidePanel: boolean) => isBesidePanel && 'max-md:hidden'

type WithoutPictureProps = Pick<StageProps, 'call' | 'isBesidePanel'> & {
  peer: Person
  /** Who came second may not make the session the other's fault by waiting. */
  wasHere: boolean
}

/** In place of the picture: who it would be, and what counts while one waits. */
function WithoutPicture({ call, peer, wasHere, isBesidePanel }: WithoutPictureProps) {
  const isCameraOff = call.remote !== null && call.link !== 'none' && call.remoteState?.isCameraOff
  return (
    <div
      className={cn(
        'absolute inset-0 grid place-content-center justify-items-center gap-3 p-6 text-center',
        isBesidePanel && 'max-md:gap-1 max-md:p-2 max-md:pt-12',
      )}
    >
      <Avatar
        src={peer.profileImageUrl}
        size="xl"
        isEager
        {...(isBesidePanel ? { className: 'max-md:size-10' } : {})}
      />
      <p className={cn('text-lg font-semibold', largeOnly(isBesidePanel))}>{peer.firstName}</p>
      {call.peer === 'absent' ? (
        <p className={cn('max-w-sm text-sm text-ink-soft', largeOnly(isBesidePanel))}>
          {wasHere ? stayingRule : waitingRule(peer.firstName)}
        </p>
      ) : null}
      {isCameraOff ? (
        <p className={cn('flex items-center gap-2 text-ink-soft', largeOnly(isBesidePanel))}>
          <CameraOff className="size-4" aria-hidden="true" /> Camera off
        </p>
      ) : null}
    </div>
  )
}

const problemTexts: Record<Exclude<CallState['problem'], 'peerUnsupported' | null>, string> = {
  noPath: 'Your networks are blocking the connection. We keep trying; another network may help.',
  relayRefused: 'The call server refused the connection. Please refresh the page, or write in the chat.',
  unsupported: 'This browser can’t make video calls. Write in the chat, or join from another browser.',
}

/** Whether what is waited for may come by itself. */
const isPending = ({ peer, problem }: CallState) =>
  peer === 'absent' || (peer !== 'left' && problem !== 'unsupported' && problem !== 'peerUnsupported')

function waitingText({ peer, link, problem }: CallState, firstName: string, wasHere: boolean): string | null {
  if (peer === 'absent')
    return wasHere ? `${firstName} was here and has left. You can wait here.` : `Waiting for ${firstName}…`
  if (peer === 'left') return `${firstName} has left. You can wait here.`
  if (problem === 'peerUnsupported')
    return `${firstName}’s browser can’t make video calls. Write to each other in the chat.`
  if (problem && link !== 'connected') return problemTexts[problem]
  if (peer === 'reconnecting' || link === 'reconnecting') return 'Reconnecting…'
  return link === 'connected' ? null : `Connecting with ${firstName}…`
}
