import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import {
  createLocalMedia,
  type LocalMedia,
  type LocalMediaState,
  type OnDeviceFailure,
} from '../local-media.ts'

/** Own camera and microphone while the component is shown; null for the moment before they are asked for. */
export function useLocalMedia(onFailure: OnDeviceFailure): LocalMedia | null {
  const [media, setMedia] = useState<LocalMedia | null>(null)
  const tell = useEffectEvent(onFailure)
  useEffect(() => {
    const opened = createLocalMedia((...failure) => tell(...failure))
    setMedia(opened)
    void opened.open()
    return () => opened.close()
  }, [])
  return media
}

export const useMediaState = (media: LocalMedia): LocalMediaState =>
  useSyncExternalStore(media.subscribe, media.snapshot)
