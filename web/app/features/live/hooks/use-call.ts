import type { IceServer } from '@marga/contract/live'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { connectionOf } from '../../../lib/socket.ts'
import { type Call, createCall } from '../call.ts'
import type { CallEnd } from '../call-session.ts'
import { forgetJoined, rememberJoined } from '../joined.ts'
import type { LocalMediaState } from '../local-media.ts'
import type { LiveOwner } from '../queries.ts'

type Options = {
  owner: LiveOwner
  slotId: string
  iceServers: readonly IceServer[]
  own: LocalMediaState
  onOver: (why: CallEnd) => void
}

const tracksOf = ({ audio, camera, screen, screenAudio }: LocalMediaState) => ({
  audio,
  video: screen ?? camera,
  screenAudio,
})
const ownStateOf = ({ audio, camera, screen, isMuted }: LocalMediaState) => ({
  isMuted: isMuted || audio === null,
  isCameraOff: camera === null,
  isSharing: screen !== null,
})

/**
 * The call of a room while the component is shown; null for the moment before it begins. Whoever goes to another page,
 * by "Back" say, leaves the room; a reload ends no component, and returns to it.
 */
export function useCall({ owner, slotId, iceServers, own, onOver }: Options): Call | null {
  const { role } = owner
  const [call, setCall] = useState<Call | null>(null)
  const begin = useEffectEvent(() =>
    createCall({
      connection: connectionOf(role),
      slotId,
      isPolite: role === 'mentee',
      iceServers,
      tracks: tracksOf(own),
      ownState: ownStateOf(own),
      onOver: (why) => tellOver(why),
    }),
  )
  const tellOver = useEffectEvent(onOver)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another room or role is another call
  useEffect(() => {
    const started = begin()
    rememberJoined(slotId)
    setCall(started)
    return () => {
      started.leave()
      forgetJoined(slotId)
    }
  }, [role, slotId])

  const { audio, video, screenAudio } = tracksOf(own)
  const { isMuted, isCameraOff, isSharing } = ownStateOf(own)
  useEffect(() => call?.setTracks({ audio, video, screenAudio }), [call, audio, video, screenAudio])
  useEffect(
    () => call?.setOwnState({ isMuted, isCameraOff, isSharing }),
    [call, isMuted, isCameraOff, isSharing],
  )
  return call
}

export const useCallState = (call: Call) => useSyncExternalStore(call.subscribe, call.snapshot)
