import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { publicPageOf } from './cached-pages.ts'

it('a kept landing page depends on the stored search as it is understood, no other page does', () => {
  const keyOf = (url: string, stored: string) =>
    publicPageOf(
      {
        method: 'GET',
        url,
        headers: { cookie: `marga.search=${encodeURIComponent(stored)}` },
      } as FastifyRequest,
      'https://marga.example',
    )?.key
  const same = ['search=go&x=1', 'x=2&search=go', 'search=go&price=zz'].map((stored) => keyOf('/', stored))
  expect(new Set(same).size).toBe(1)
  expect(keyOf('/', 'search=rust')).not.toBe(same[0])
  expect(keyOf('/about', 'search=go')).toBe(keyOf('/about', 'search=rust'))
})
