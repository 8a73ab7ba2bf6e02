import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ env: { PRODUCT_NAME: 'Sopan' } })
})
afterAll(() => test.close())

const publicFile = (path: string) => readFile(new URL(`../../../web/public${path}`, import.meta.url))
type Icon = { src: string; sizes: string; purpose: string }
const iconsOf = (manifest: { icons: Icon[] }) => manifest.icons

const getManifest = async () => {
  const response = await test.fastify.inject('/manifest.webmanifest')
  return { response, manifest: response.json() }
}

it('tells a system that installs the product what it is called and shows', async () => {
  const { response, manifest } = await getManifest()
  expect(response.headers).toMatchObject({
    'content-type': 'application/manifest+json; charset=utf-8',
    'cache-control': 'public, max-age=3600',
  })
  expect(manifest).toMatchObject({
    name: 'Sopan',
    start_url: '/',
    display: 'standalone',
    theme_color: '#faf6ee',
    background_color: '#faf6ee',
  })
  expect(iconsOf(manifest).map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable'])
})

it('names icons that are there, as large as it says', async () => {
  const { manifest } = await getManifest()
  const seen = await Promise.all(
    iconsOf(manifest).map(async ({ src }) => {
      const { format, width, height } = await sharp(await publicFile(src)).metadata()
      return [format, `${width}x${height}`]
    }),
  )
  expect(seen).toEqual(iconsOf(manifest).map(({ sizes }) => ['png', sizes]))
})

it('has a maskable icon and one for iOS without transparent corners', async () => {
  for (const path of ['/icons/maskable-512.png', '/apple-touch-icon.png'])
    expect((await sharp(await publicFile(path)).stats()).isOpaque, path).toBe(true)
})

it('has a favicon.ico of three sizes', async () => {
  const ico = await publicFile('/favicon.ico')
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([1, 3])
  const sizes = [0, 1, 2].map((index) => {
    const at = 6 + 16 * index
    const png = ico.subarray(ico.readUInt32LE(at + 12), ico.readUInt32LE(at + 12) + ico.readUInt32LE(at + 8))
    return sharp(png).metadata()
  })
  expect((await Promise.all(sizes)).map(({ width }) => width)).toEqual([16, 32, 48])
})
