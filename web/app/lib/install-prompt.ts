import { useSyncExternalStore } from 'react'
import { browserStorage, storageSubscription } from './browser-storage.ts'
import { installChanged } from './install-script.ts'

/** What Chromium hands to a page that can be installed; no standard describes it. */
type InstallPromptEvent = Event & {
  prompt: () => Promise<void>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}
type Site = typeof globalThis & { __installPrompt?: InstallPromptEvent }

const dismissedKey = 'marga.installOffer'
const subscribe = storageSubscription(installChanged)
const tellPage = () => window.dispatchEvent(new Event(installChanged))

/** `ask`: the browser installs it when asked. The others are menus of browsers that ask for nothing. */
export type InstallWay = 'ask' | 'safari-on-ios' | 'firefox-on-android'

/** How the product gets installed from this page; null where it is installed, or cannot be. */
export function readInstallWay(): InstallWay | null {
  if (isInstalled()) return null
  if ((globalThis as Site).__installPrompt) return 'ask'
  return menuWayOf(navigator.userAgent, navigator.maxTouchPoints)
}

const isInstalled = () =>
  window.matchMedia?.('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true)

/** Where the browser's menu is the way. An iPad calls itself a Mac; a Mac has no touch screen. */
export function menuWayOf(userAgent: string, maxTouchPoints: number): InstallWay | null {
  if (/Android.+Firefox\//.test(userAgent)) return 'firefox-on-android'
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  // Others on iOS name themselves, and windows inside of other apps name no version of Safari.
  const isSafari = /Version\/.+Safari\//.test(userAgent) && !/CriOS|FxiOS|EdgiOS|OPT\//.test(userAgent)
  return isIos && isSafari ? 'safari-on-ios' : null
}

export const useInstallWay = (): InstallWay | null =>
  useSyncExternalStore(subscribe, readInstallWay, () => null)

/** The browser asks for itself; its offer is good for one question. @returns whether it is installed now */
export async function askToInstall(): Promise<boolean> {
  const site = globalThis as Site
  const offer = site.__installPrompt
  if (!offer) return false
  delete site.__installPrompt
  await offer.prompt()
  const { outcome } = await offer.userChoice
  tellPage()
  return outcome === 'accepted'
}

/** Whether the hint was put away in this browser. */
export const useIsHintDismissed = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => browserStorage.getItem(dismissedKey) !== null,
    () => true,
  )

export function dismissInstallHint(): void {
  browserStorage.setItem(dismissedKey, 'later')
  tellPage()
}
