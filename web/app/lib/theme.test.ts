import { afterEach, beforeEach, expect, it } from 'vitest'
import { setTheme } from './theme.ts'
import { themeScript } from './theme-script.ts'

const metas = () => [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
const ofSystem = ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']

beforeEach(() => {
  for (const media of ofSystem) {
    const meta = document.createElement('meta')
    Object.assign(meta, { name: 'theme-color', media })
    document.head.append(meta)
  }
})
afterEach(() => {
  setTheme('system')
  for (const meta of metas()) meta.remove()
})
const media = () => metas().map((meta) => meta.media)

it('colours the bars of the browser by the theme that is chosen, and by the device again', () => {
  setTheme('dark')
  expect(media()).toEqual(['not all', 'all'])
  setTheme('light')
  expect(media()).toEqual(['all', 'not all'])
  setTheme('system')
  expect(media()).toEqual(ofSystem)
})

it('colours them before the first paint where a theme was chosen', () => {
  localStorage.setItem('marga.theme', 'dark')
  // biome-ignore lint/security/noGlobalEval: it is run as the page runs it
  globalThis.eval(themeScript)
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(media()).toEqual(['not all', 'all'])
})

it('takes on what another tab of this browser chooses', () => {
  const { dataset } = document.documentElement
  const choose = (theme: string | null) => {
    if (theme) localStorage.setItem('marga.theme', theme)
    else localStorage.removeItem('marga.theme')
    window.dispatchEvent(new StorageEvent('storage', { key: 'marga.theme', newValue: theme }))
  }
  choose('dark')
  expect([dataset.theme, ...media()]).toEqual(['dark', 'not all', 'all'])
  choose('light')
  expect([dataset.theme, ...media()]).toEqual(['light', 'all', 'not all'])
  choose(null)
  expect([dataset.theme, ...media()]).toEqual([undefined, ...ofSystem])
})
