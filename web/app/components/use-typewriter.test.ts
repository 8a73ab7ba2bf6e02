import { ui } from '@marga/contract/limits'
import { texts } from '@marga/contract/texts'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { commonStart, useTypewriter } from './use-typewriter.ts'

const phrases = ['Learn A', 'Learn']
let wantsLessMotion = false

beforeEach(() => {
  wantsLessMotion = false
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: wantsLessMotion }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => {
  // Each step sets the next timer, so time passes in small parts.
  for (let passed = 0; passed < ms; passed += 10) act(() => void vi.advanceTimersByTime(10))
}

it('types at 100 ms, deletes at 40 ms, pauses 1500 ms and begins anew', () => {
  const { result } = renderHook(() => useTypewriter(phrases, ui.typewriter))
  expect(result.current).toBe('Learn A')
  pass(1490)
  expect(result.current).toBe('Learn A')
  pass(10)
  expect(result.current).toBe('Learn ')
  pass(40 * 6)
  expect(result.current).toBe('')
  pass(1490)
  expect(result.current).toBe('')
  pass(10)
  expect(result.current).toBe('L')
  pass(90)
  expect(result.current).toBe('L')
  pass(10)
  expect(result.current).toBe('Le')
  pass(300)
  expect(result.current).toBe('Learn')
  pass(1500 + 40 * 4 + 1500)
  expect(result.current).toBe('L')
  pass(600)
  expect(result.current).toBe('Learn A')
})

it('keeps the words with which all phrases begin', () => {
  const { result } = renderHook(() => useTypewriter(['Learn Go now', 'Learn Greek'], ui.typewriter))
  pass(1500 + 40 * 20)
  expect(result.current).toBe('Learn ')
  pass(1500 + 100 * 10)
  expect(result.current).toBe('Learn Greek')
  expect(commonStart(texts.landing.typewriter)).toBe('Learn '.length)
})

it('stays where it is while it is paused, and goes on from there', () => {
  const { result, rerender } = renderHook(({ isPaused }) => useTypewriter(phrases, ui.typewriter, isPaused), {
    initialProps: { isPaused: false },
  })
  pass(1500 + 40)
  expect(result.current).toBe('Learn')
  rerender({ isPaused: true })
  pass(5000)
  expect(result.current).toBe('Learn')
  rerender({ isPaused: false })
  pass(40)
  expect(result.current).toBe('Lear')
})

it('stands still for people who asked for less motion', () => {
  wantsLessMotion = true
  const { result } = renderHook(() => useTypewriter(phrases, ui.typewriter))
  pass(5000)
  expect(result.current).toBe('Learn A')
})
