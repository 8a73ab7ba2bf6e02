import { toast } from 'sonner'
import { permissionHint, problemText } from './devices.ts'
import type { LocalMedia, LocalMediaState, OnDeviceFailure } from './local-media.ts'

/** What the buttons do with camera, microphone and screen. */
export function mediaActions(media: LocalMedia, own: LocalMediaState) {
  return {
    mute: () => {
      const isSilent = own.isMuted || own.audio === null
      void media.setMuted(!isSilent)
    },
    camera: () => void media.setCameraOff(!own.isCameraOff),
    share: () => {
      if (own.screen) media.stopSharing()
      else void media.share().then((isSharing) => isSharing || toast.info('Nothing is being shared.'))
    },
  }
}

/** In a call, where no place of the page says it. */
export const complain: OnDeviceFailure = (device, problem) => {
  const description = problem === 'refused' ? permissionHint(navigator.userAgent) : undefined
  toast.error(problemText(device, problem), { id: device, description, duration: 8000 })
}
