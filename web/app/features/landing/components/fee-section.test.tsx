import { limits } from '@marga/contract/limits'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FeeSection } from './fee-section.tsx'

it('promises a call that the mentor cancelled for as long as it can be used, not to the end of the month', () => {
  render(<FeeSection />)
  const { textContent } = screen.getByRole('heading', { name: 'A cancelled call comes back' }).parentElement!
  expect(textContent).toContain(`for at least ${limits.returnedCallDays} days when your mentor cancels`)
  expect(textContent).not.toContain('month')
})
