import { render, screen } from '@testing-library/react'
import { MessageCircle } from 'lucide-react'
import { expect, it } from 'vitest'
import { ControlButton } from './control-button.tsx'

it('reads out that there is something new behind it', () => {
  render(<ControlButton label="Chat" icon={MessageCircle} onPress={() => {}} hasUpdate />)
  expect(screen.getByRole('button').getAttribute('aria-label')).toBe('Chat, something new')
})
