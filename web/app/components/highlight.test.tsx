import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Highlight } from './highlight.tsx'

it.each([
  ['Go developer at Google', ['Go'], ['Go']],
  ['C++ and C', ['C++'], ['C++']],
  ['Rust, React (and C#)', ['Rust', 'C#'], ['Rust', 'C#']],
  ['Zoë', ['Zoë'], ['Zoë']],
  ['Nothing here', [], []],
])('marks whole words in %j', (text, matched, expected) => {
  const { container } = render(<Highlight text={text} matched={matched} />)
  expect([...container.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(expected)
  expect(container.textContent).toBe(text)
})
