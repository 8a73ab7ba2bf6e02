import { expect, it } from 'vitest'
import { filesOf, readRelease } from './release-files.mjs'

const manifest = {
  version: 'r1',
  entry: { module: '/assets/entry-1.js', imports: ['/assets/shared-1.js'] },
  routes: {
    root: { id: 'root', module: '/assets/root-1.js', css: ['/assets/root-1.css'] },
    inbox: { id: 'inbox', parentId: 'root', module: '/assets/inbox-1.js' },
    other: { id: 'other', parentId: 'root', module: '/assets/other-1.js' },
  },
}
const texts: Record<string, string> = {
  'manifest-r1.js': `window.__reactRouterManifest=${JSON.stringify(manifest)};`,
  'entry-1.js': '',
  'shared-1.js': '',
  'root-1.js': '',
  'root-1.css': 'src:url(/assets/core-1.woff2),url(/assets/figtree-latin-wght-normal-1.woff2)',
  'inbox-1.js': 'import("./dialog-1.js");import("./gone-1.js")',
  'dialog-1.js': 'import("./inbox-1.js")',
  'other-1.js': '',
  'core-1.woff2': '',
  'figtree-latin-wght-normal-1.woff2': '',
  'inbox-1.js.br': '',
}
const release = () => readRelease({ names: Object.keys(texts), read: (name: string) => texts[name]! })

it('finds what a page is made of, with what it loads later, and nothing of other pages', () => {
  expect(filesOf({ ...release(), pages: ['inbox'] })).toEqual(
    ['core-1.woff2', 'dialog-1.js', 'entry-1.js', 'inbox-1.js', 'root-1.css', 'root-1.js', 'shared-1.js'].map(
      (name) => `/assets/${name}`,
    ),
  )
})

it('fails the build where a page that is to open offline is gone', () => {
  expect(() => filesOf({ ...release(), pages: ['gone'] })).toThrow('There is no page gone')
})
