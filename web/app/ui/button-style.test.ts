import { expect, it } from 'vitest'
import { buttonStyle } from './button-style.ts'

it('keeps a label on one line, but for one that holds a name', () => {
  expect(buttonStyle()).toContain('whitespace-nowrap')
  expect(buttonStyle({ mayWrap: true })).not.toContain('whitespace-nowrap')
  expect(buttonStyle({ mayWrap: true })).toContain('wrap-anywhere')
})
