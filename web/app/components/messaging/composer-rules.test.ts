import { expect, test } from 'vitest'
import { fitHeight, isSendKey } from './composer-rules.ts'

const enter = { key: 'Enter', shiftKey: false, isComposing: false, keyCode: 13 }

test('Enter sends, unless it makes a new line or ends a composed character', () => {
  expect(isSendKey(enter)).toBe(true)
  expect(isSendKey({ ...enter, shiftKey: true })).toBe(false)
  expect(isSendKey({ ...enter, isComposing: true })).toBe(false)
  expect(isSendKey({ ...enter, keyCode: 229 })).toBe(false)
  expect(isSendKey({ ...enter, key: 'a', keyCode: 65 })).toBe(false)
})

test('under a finger Enter makes a new line', () => {
  expect(isSendKey(enter, true)).toBe(false)
})

test('the field grows by script only where the browser does not grow it', () => {
  const field = document.createElement('textarea')
  Object.defineProperty(field, 'scrollHeight', { value: 88 })
  Object.defineProperty(field, 'offsetHeight', { value: 46 })
  Object.defineProperty(field, 'clientHeight', { value: 44 })
  fitHeight(field, true)
  expect(field.style.height).toBe('')
  fitHeight(field, false)
  expect(field.style.height).toBe('90px')
})
