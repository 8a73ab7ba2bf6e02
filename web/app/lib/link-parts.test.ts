import { expect, it } from 'vitest'
import { linkParts } from './link-parts.ts'

const linksOf = (text: string) => linkParts(text).flatMap(({ href }) => (href === null ? [] : [href]))

it.each([
  ['See https://example.org/a?b=c#d.', ['https://example.org/a?b=c#d']],
  ['(https://example.org/x), or HTTP://EXAMPLE.org!', ['https://example.org/x', 'http://example.org/']],
  ['https://en.wikipedia.org/wiki/Go_(game)', ['https://en.wikipedia.org/wiki/Go_(game)']],
  ['two: https://a.in and https://b.in', ['https://a.in/', 'https://b.in/']],
])('finds the addresses of %j', (text, found) => {
  expect(linksOf(text)).toEqual(found)
})

it.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'no address at all',
  'http:// alone',
  'https://',
  '<a href="//example.org">',
  '',
])('makes no link of %j', (text) => {
  expect(linksOf(text)).toEqual([])
})

it('is soon done with a text that was written to hold its readers up', () => {
  // With work that grows with the cube, as it once was, this would outlast any time limit.
  const text = `http://a.in/${'.'.repeat(20_000)}a${')'.repeat(20_000)}`
  expect(linksOf(text)).toEqual([`http://a.in/${'.'.repeat(20_000)}a`])
})

it('ends an address where markup begins, and keeps every character', () => {
  const text = 'https://a.in/"><img src=x onerror=alert(1)> https://b.in/…'
  expect(linksOf(text)).toEqual(['https://a.in/', 'https://b.in/'])
  expect(
    linkParts(text)
      .map(({ text: part }) => part)
      .join(''),
  ).toBe(text)
})
