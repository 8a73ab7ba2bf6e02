import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { mentorOf } from '../../../testing/mentor-samples.ts'
import { PriceForm } from './price-form.tsx'

async function retype(given: { hourlyRate: number; monthlyFee: number }) {
  const profile = {
    ...mentorOf(given),
    email: 'a@b.in',
    isEmailVerified: true,
    phone: '9876543210',
    locale: null,
  }
  const onSave = vi.fn(async () => {})
  render(<PriceForm profile={profile as never} onSave={onSave} />)
  const rate = screen.getByRole('textbox', { name: /Hourly rate/ })
  await userEvent.clear(rate)
  await userEvent.type(rate, '2000')
  const shown = screen.getByRole<HTMLInputElement>('textbox', { name: /Monthly fee/ }).value
  await userEvent.click(screen.getByRole('button', { name: 'Save price' }))
  // The rules are fetched when they are first needed.
  await vi.waitFor(() => expect(onSave).toHaveBeenCalledOnce())
  return { shown, saved: onSave.mock.lastCall }
}

it('shows the fee that it saves: four hours of a new rate', async () => {
  const { shown, saved } = await retype({ hourlyRate: 1500, monthlyFee: 6000 })
  expect(shown).toBe('8000')
  expect(saved).toEqual([{ hourlyRate: '2000', monthlyFee: '8000' }])
})

it('leaves a fee alone that the mentor has written', async () => {
  const { shown, saved } = await retype({ hourlyRate: 1500, monthlyFee: 5500 })
  expect(shown).toBe('5500')
  expect(saved).toEqual([{ hourlyRate: '2000', monthlyFee: '5500' }])
})
