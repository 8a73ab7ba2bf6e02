import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FeeSection } from './fee-section.tsx'

it('promises a cancelled call only for the month that paid for it', () => {
  render(<FeeSection />)
  const { textContent } = screen.getByRole('heading', { name: 'A cancelled call comes back' }).parentElement!
  expect(textContent).toContain('Until the paid month ends')
  expect(textContent).not.toContain('yours again')
})
