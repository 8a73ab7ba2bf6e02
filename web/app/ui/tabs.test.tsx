import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Tabs } from './tabs.tsx'

const times = { value: 'times', label: 'Times', content: <input aria-label="Time" />, isKept: true }
const days = { value: 'days', label: 'Days', content: <input aria-label="Day" /> }
const other = { value: 'other', label: 'Other', content: <input aria-label="Note" />, isKept: true }

const open = (name: string) => userEvent.click(screen.getByRole('tab', { name }))

it('keeps what was typed under a tab that says so, out of reach while another is shown', async () => {
  render(<Tabs label="Which" tabs={[times, days, other]} />)
  await userEvent.type(screen.getByLabelText('Time'), 'noon')
  expect(screen.queryByLabelText('Note')).toBeNull()
  await open('Days')
  await userEvent.type(screen.getByLabelText('Day'), 'Monday')
  expect(screen.queryByRole('textbox', { name: 'Time' })).toBeNull()
  const panel = screen.getByRole('tabpanel', { name: 'Days' })
  expect(screen.getByRole('tab', { name: 'Days' }).getAttribute('aria-controls')).toBe(panel.id)
  await open('Times')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Time' }).value).toBe('noon')
  await open('Days')
  expect(screen.getByLabelText<HTMLInputElement>('Day').value).toBe('')
})

it('keeps what was typed when a tab is left alone, and shows no list of one', async () => {
  const { rerender } = render(<Tabs label="Which" tabs={[days, times]} />)
  await open('Times')
  await userEvent.type(screen.getByLabelText('Time'), 'noon')
  await open('Days')
  rerender(<Tabs label="Which" tabs={[times]} />)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Time' }).value).toBe('noon')
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.queryByRole('tabpanel')).toBeNull()
})
