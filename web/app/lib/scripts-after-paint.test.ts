import { expect, test } from 'vitest'
import { scriptsAfterPaint } from './scripts-after-paint.ts'

const page = `<head><link rel="stylesheet" href="/assets/a.css"/><link rel="modulepreload" href="/assets/entry.js" nonce="n"/><link rel="modulepreload" href="/assets/root.js"/></head><body>
<script nonce="n">window.__reactRouterContext = {};</script>
<script nonce="n" type="module" async="">;
import * as route0 from "/assets/root.js";
import * as route1_main from "/assets/page.js";
const route1 = {...route1_main};
window.__reactRouterRouteModules = {"root":route0,"page":route1};

import("/assets/entry.js");</script></body>`

test('no script is named before the first paint, and all are fetched after it', () => {
  const later = scriptsAfterPaint(page)
  expect(later).not.toContain('rel="modulepreload"')
  expect(later).not.toMatch(/import \* as/)
  expect(later).toContain('["/assets/entry.js","/assets/root.js"]')
  expect(later).toMatch(
    /requestAnimationFrame[\s\S]*import\("\/assets\/root\.js"\), import\("\/assets\/page\.js"\)/,
  )
  expect(later).toMatch(
    /const \[route0, route1_main\] = await[\s\S]*const route1 = [\s\S]*import\("\/assets\/entry\.js"\)/,
  )
})

test('requests are begun a few in a task', () => {
  const begun =
    /for \(const \[index, href\] of hrefs\.entries\(\)\) \{\n.*index % 6 === 0\) await new Promise/
  expect(scriptsAfterPaint(page)).toMatch(begun)
})

test('each file is run by itself, in the order in which they need each other, and the entry after all', () => {
  const later = scriptsAfterPaint(page)
  expect(later).toMatch(
    /for \(const href of hrefs\) if \(href !== "\/assets\/entry\.js"\) await import\(href\);\nconst \[route0/,
  )
  expect(later.match(/import\("\/assets\/entry\.js"\)/g)).toHaveLength(1)
})

test('style sheet, data and nonces stay as they are', () => {
  const later = scriptsAfterPaint(page)
  expect(later).toContain('<link rel="stylesheet" href="/assets/a.css"/>')
  expect(later).toContain('<script nonce="n">window.__reactRouterContext = {};</script>')
  expect(later).toContain('<script nonce="n" type="module" async="">')
})

test('a page without scripts is left alone', () => {
  expect(scriptsAfterPaint('<p>Nothing here</p>')).toBe('<p>Nothing here</p>')
})
