import { toast } from 'sonner'
import { permissionHint, problemText } from './devices.ts'
import type { LocalMedia, LocalMediaState } from './local-media.ts'

/** What the buttons do with camera, microphone and screen. What was asked for and did not come is said. */
export function mediaActions(media: LocalMedia, own: LocalMediaState) {
  return {
    mute: () => {
      const isSilent = own.isMuted || own.audio === null
      void media.setMuted(!isSilent).then(() => isSilent && complain(media, 'microphone'))
    },
    camera: () =>
      void media.setCameraOff(!own.isCameraOff).then(() => own.isCameraOff && complain(media, 'camera')),
    share: () => {
      if (own.screen) media.stopSharing()
      else void media.share().then((isSharing) => isSharing || toast.info('Nothing is being shared.'))
    },
  }
}

function complain(media: LocalMedia, device: 'camera' | 'microphone') {
  const { cameraProblem, microphoneProblem } = media.snapshot()
  const problem = device === 'camera' ? cameraProblem : microphoneProblem
  if (!problem) return
  const description = problem === 'refused' ? permissionHint(navigator.userAgent) : undefined
  toast.error(problemText(device, problem), { description, duration: 8000 })
}
