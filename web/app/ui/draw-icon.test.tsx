import { render } from '@testing-library/react'
import { Search } from 'lucide-react'
import * as searchModule from 'lucide-react/dist/esm/icons/search.mjs'
import { expect, it } from 'vitest'
import { drawIcon } from './draw-icon.ts'

// The package's types do not name it.
const { __iconData } = searchModule as unknown as { __iconData: Parameters<typeof drawIcon>[0] }
const Own = drawIcon(__iconData)

/** Attribute by attribute: their order is nothing that a page shows. */
function attributesOf(element: Element): unknown {
  const own = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]))
  return { tag: element.tagName, own, children: [...element.children].map(attributesOf) }
}

it.each([
  ['plain', {}],
  ['with a size and a class', { size: 16, className: 'shrink-0' }],
  ['with a width of its lines', { strokeWidth: 1.5 }],
  ['with a name', { 'aria-label': 'Search', role: 'img' }],
  ['filled', { fill: 'currentColor' }],
])('draws an icon as the package does: %s', (_, props) => {
  const { container } = render(
    <>
      <Search {...props} />
      <Own {...props} />
    </>,
  )
  const [theirs, ours] = [...container.children]
  expect(attributesOf(ours!)).toEqual(attributesOf(theirs!))
})
