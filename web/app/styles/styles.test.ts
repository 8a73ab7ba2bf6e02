import { ui } from '@marga/contract/limits'
import { expect, it } from 'vitest'
import base from './base.css?raw'
import tokens from './tokens.css?raw'

it('keeps the bar 58 px high', () => {
  expect(tokens).toContain(`--spacing-navbar: ${ui.navbarPx}px;`)
})

it('brings mentor cards in one after another: 3.5 s, 0.2 s times the index', () => {
  const { durationSeconds, delaySeconds } = ui.cardAnimation
  expect(base).toMatch(new RegExp(`\\.rising > \\* \\{\\s*animation: rise ${durationSeconds}s`))
  for (let index = 1; index < 12; index += 1) {
    const delay = Number((index * delaySeconds).toFixed(1))
    expect(base).toMatch(new RegExp(`nth-child\\(12n \\+ ${index + 1}\\) \\{\\s*animation-delay: ${delay}s;`))
  }
})

it('has a red cursor that blinks for ever behind the typewriter', () => {
  expect(base).toMatch(/\.cursor \{[^}]*background: var\(--cursor\);[^}]*animation: blink 1s [^;]*infinite;/)
  const [, red, green, blue] = /--cursor: light-dark\(#(..)(..)(..)/
    .exec(tokens)!
    .map((hex) => Number(`0x${hex}`))
  expect(red).toBeGreaterThan(180)
  expect(Math.max(green!, blue!)).toBeLessThan(80)
})

it('stills every motion for people who asked for less', () => {
  // A duration, however short, would start a transition of everything that changes.
  expect(base).toMatch(/@media \(prefers-reduced-motion: reduce\) \{[^}]*transition: none;/)
  // Outside the media query every animation is in a layer or a utility, which it is stronger than.
  const unlayered = base.replace(/^@(?:layer|utility|media|keyframes)[^{]*\{[\s\S]*?^\}/gm, '')
  expect(unlayered).not.toMatch(/animation|transition/)
})
