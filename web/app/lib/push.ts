import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import { sendRequest } from './api-client.ts'
import { browserStorage } from './browser-storage.ts'
import { registerWorker, workerAddress } from './offline/worker-registration.ts'

const promptKey = 'marga.pushOffer'

/** Of the cached word on whether this browser is given notices, whoever is signed in. */
export const pushHereKey = ['push-here'] as const

/** Whether this browser can show notices at all: some can only once the site is installed as an app. */
export const canPush = (): boolean =>
  typeof window !== 'undefined' &&
  'serviceWorker' in navigator &&
  'PushManager' in window &&
  'Notification' in window

/** Whether to offer notices here: never asked, and not waved aside. */
export const canPromptForPush = (): boolean =>
  canPush() && Notification.permission === 'default' && browserStorage.getItem(promptKey) === null

export const dismissPrompt = (): void => browserStorage.setItem(promptKey, 'later')

/**
 * Asks for the permission, which browsers allow after a click only, and subscribes this browser for
 * the person who is signed in. @returns false when the permission is refused
 */
export async function subscribe(role: MemberRole, pushKey: string): Promise<boolean> {
  if (!canPush() || (await Notification.requestPermission()) !== 'granted') return false
  await register(role, pushKey)
  return true
}

/** Whether this browser is given notices now, whatever the account wants. */
export async function isSubscribed(): Promise<boolean> {
  return canPush() && Notification.permission === 'granted' && Boolean(await ownSubscription())
}

/**
 * A subscription ends with its session: after each sign-in the browser's own is given to the new one. Where it has none,
 * as after signing out, one is made if the account wants notices (`isWanted`) and the browser allows them already.
 */
export async function renewSubscription(
  role: MemberRole,
  pushKey: string,
  isWanted: () => Promise<boolean>,
): Promise<void> {
  if (!canPush() || Notification.permission !== 'granted') return
  if ((await ownSubscription()) || (await isWanted())) await register(role, pushKey)
}

/** The browser forgets its subscription, and the notices that still lie there: whoever uses it next begins anew. */
export async function unsubscribe(): Promise<void> {
  if (!canPush()) return
  await closeNotices()
  await (await ownSubscription())?.unsubscribe()
}

/** Those that lie there, whoever they are for: what they say stands in the product, too. */
export async function closeNotices(): Promise<void> {
  if (!canPush()) return
  const registration = await navigator.serviceWorker.getRegistration(workerAddress)
  for (const notice of (await registration?.getNotifications()) ?? []) notice.close()
}

async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(workerAddress)
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function register(role: MemberRole, pushKey: string): Promise<void> {
  await registerWorker()
  const { pushManager } = await navigator.serviceWorker.ready
  const applicationServerKey = bytesOf(pushKey)
  const known = await pushManager.getSubscription()
  // One that was made for another key takes nothing of ours.
  const isOurs = known !== null && sameBytes(known.options.applicationServerKey, applicationServerKey)
  if (known && !isOurs) await known.unsubscribe()
  const subscription =
    known && isOurs ? known : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const { endpoint, keys } = subscription.toJSON()
  try {
    await sendRequest(
      api.accountSettings[role].subscribePush,
      { body: { endpoint: endpoint!, keys: { p256dh: keys!.p256dh!, auth: keys!.auth! } } },
      { role },
    )
  } catch (error) {
    // The server does not know of it and sends it nothing: the settings must not show it as on.
    if (!isOurs) await subscription.unsubscribe()
    throw error
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

function sameBytes(one: ArrayBuffer | null, other: Uint8Array): boolean {
  const bytes = new Uint8Array(one ?? new ArrayBuffer(0))
  return bytes.length === other.length && bytes.every((byte, index) => byte === other[index])
}
