import { renderHook } from '@testing-library/react'
import { act } from 'react'
import { afterEach, expect, it } from 'vitest'
import {
  askToInstall,
  dismissInstallHint,
  menuWayOf,
  useInstallWay,
  useIsHintDismissed,
} from './install-prompt.ts'
import { installScript } from './install-script.ts'

const agents = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  chromeOnIos:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1',
  insideAnApp:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
  firefoxOnAndroid: 'Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0',
  firefoxOnLinux: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
}

// biome-ignore lint/security/noGlobalEval: it is run as the page runs it
globalThis.eval(installScript)

/** The browser's offer, as its page gets it. */
function offer(outcome: 'accepted' | 'dismissed') {
  const event = new Event('beforeinstallprompt', { cancelable: true })
  Object.assign(event, { prompt: () => Promise.resolve(), userChoice: Promise.resolve({ outcome }) })
  act(() => void window.dispatchEvent(event))
  return event
}

afterEach(() => act(() => void window.dispatchEvent(new Event('appinstalled'))))

it('keeps the offer of the browser until somebody asks for it, and uses it once', async () => {
  const { result } = renderHook(useInstallWay)
  expect(result.current).toBeNull()
  expect(offer('accepted').defaultPrevented).toBe(true)
  expect(result.current).toBe('ask')
  await act(async () => expect(await askToInstall()).toBe(true))
  expect(result.current).toBeNull()
  expect(await askToInstall()).toBe(false)
})

it('says that nothing was installed where the person declined', async () => {
  offer('dismissed')
  await act(async () => expect(await askToInstall()).toBe(false))
})

it('offers nothing once the product is installed', () => {
  const { result } = renderHook(useInstallWay)
  offer('accepted')
  act(() => void window.dispatchEvent(new Event('appinstalled')))
  expect(result.current).toBeNull()
})

it('tells of a menu only where the browser has it', () => {
  expect(menuWayOf(agents.iphone, 5)).toBe('safari-on-ios')
  expect(menuWayOf(agents.mac, 5)).toBe('safari-on-ios')
  expect(menuWayOf(agents.firefoxOnAndroid, 5)).toBe('firefox-on-android')
  for (const agent of [agents.chromeOnIos, agents.insideAnApp, agents.firefoxOnLinux])
    expect(menuWayOf(agent, 5), agent).toBeNull()
  expect(menuWayOf(agents.mac, 0)).toBeNull()
})

it('remembers that the hint was put away', () => {
  const { result } = renderHook(useIsHintDismissed)
  expect(result.current).toBe(false)
  act(dismissInstallHint)
  expect(result.current).toBe(true)
  expect(localStorage.getItem('marga.installOffer')).toBe('later')
})
