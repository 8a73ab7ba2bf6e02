import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { useSearchText } from './use-search-text.ts'

function Box({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [text, setText] = useSearchText(search, onSearch)
  return <input type="search" value={text} onChange={(event) => setText(event.currentTarget.value)} />
}
const box = () => screen.getByRole<HTMLInputElement>('searchbox')

it('searches for what is typed, and keeps what is typed until that search is there', async () => {
  const onSearch = vi.fn()
  const { rerender } = render(<Box search="" onSearch={onSearch} />)
  await userEvent.type(box(), 'ash ')
  await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith('ash'))
  expect(box().value).toBe('ash ')
  // At once: a moment later it would have been searched for, too.
  fireEvent.change(box(), { target: { value: 'ash i' } })
  rerender(<Box search="ash" onSearch={onSearch} />)
  expect(box().value).toBe('ash i')
})

it('shows what is searched for after a step back', () => {
  const onSearch = vi.fn()
  const { rerender } = render(<Box search="asha" onSearch={onSearch} />)
  rerender(<Box search="" onSearch={onSearch} />)
  expect(box().value).toBe('')
  rerender(<Box search="asha" onSearch={onSearch} />)
  expect(box().value).toBe('asha')
})
