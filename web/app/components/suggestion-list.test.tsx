import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SuggestionList } from './suggestion-list.tsx'
import { useSuggestions } from './use-suggestions.ts'

const suggestions = [
  { kind: 'skill', text: 'Rust', mentorId: null },
  { kind: 'firm', text: 'Rustic Works', mentorId: null },
  { kind: 'mentor', text: 'Ruth Lyngdoh', mentorId: 'm1' },
]

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ suggestions }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const onChoose = vi.fn()
function Box() {
  const state = useSuggestions(onChoose)
  return (
    <div>
      <input aria-label="Search" {...state.input} onChange={(event) => state.ask(event.target.value)} />
      <SuggestionList {...state} />
    </div>
  )
}

async function type(text: string) {
  render(<Box />)
  await userEvent.type(screen.getByRole('combobox', { name: 'Search' }), text)
  await screen.findByRole('option', { name: /Rust.*Skill/ })
  return screen.getByRole('combobox')
}

it('offers what may be meant, says how many, and is closed by Escape', async () => {
  const box = await type('ru')
  expect(screen.getAllByRole('option')).toHaveLength(3)
  expect(screen.getByRole('status').textContent).toBe('3 suggestions')
  expect(box.getAttribute('aria-expanded')).toBe('true')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(box.getAttribute('aria-expanded')).toBe('false'))
})

it('is gone through by arrows, around its ends, and chosen from by Enter', async () => {
  const box = await type('ru')
  await userEvent.keyboard('{ArrowUp}')
  const last = screen.getByRole('option', { selected: true })
  expect(last.textContent).toContain('Ruth Lyngdoh')
  expect(box.getAttribute('aria-activedescendant')).toBe(last.id)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(onChoose).toHaveBeenLastCalledWith(suggestions[0])
  expect(screen.queryByRole('option')).toBeNull()
})

it('is chosen from by a click', async () => {
  await type('ru')
  await userEvent.click(screen.getByRole('option', { name: /Rustic/ }))
  expect(onChoose).toHaveBeenLastCalledWith(suggestions[1])
})
