/** Telephones may know the way for videos only. */
export const canFillScreen = (): boolean => document.fullscreenEnabled === true

/** The whole page, not the call's own element: dialogs and messages lie beside it, and would not be seen. */
export function toggleFullScreen(): void {
  if (document.fullscreenElement) leaveFullScreen()
  // A refusal changes nothing that could be said.
  else if (canFillScreen()) document.documentElement.requestFullscreen().catch(() => {})
}

export function leaveFullScreen(): void {
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
}
