import { afterEach, expect, it, vi } from 'vitest'
import { setTrustedTypes } from './trusted-types.ts'

afterEach(() => void vi.unstubAllGlobals())

function policy() {
  const createPolicy = vi.fn()
  vi.stubGlobal('trustedTypes', { createPolicy })
  setTrustedTypes()
  return createPolicy.mock.calls[0]![1] as Record<'createHTML' | 'createScriptURL', (text: string) => string>
}

it('lets text through that makes no element, and React’s own empty script', () => {
  const { createHTML } = policy()
  for (const text of ['{"name":"\\u003cb>"}', '<script></script>', '']) expect(createHTML(text)).toBe(text)
  for (const text of ['<b>', '<img src=x onerror=alert(1)>', '<script>1</script>'])
    expect(() => createHTML(text)).toThrow('Markup')
})

it('lets scripts of this site through only', () => {
  const { createScriptURL } = policy()
  expect(createScriptURL('/sw.js')).toBe('/sw.js')
  expect(() => createScriptURL('https://elsewhere.example/a.js')).toThrow('this site')
})
