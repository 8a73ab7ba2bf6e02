import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SlotChoice } from './open-slot-list.tsx'

it('has in its name what is shown of an open hour, so that it can be called by it', () => {
  const slot = { start: '2026-11-26T12:30:00.000Z', end: '2026-11-26T13:30:00.000Z', title: 'Code review' }
  const label = '6:00 pm – 7:00 pm'
  render(
    <SlotChoice slot={slot as Parameters<typeof SlotChoice>[0]['slot']} label={label} onChoose={() => {}} />,
  )
  const name = screen.getByRole('button').getAttribute('aria-label')
  expect(name).toMatch(/^Book .*26.*, 6:00 pm – 7:00 pm, Code review$/)
})
