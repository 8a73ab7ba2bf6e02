import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mentorOf } from '../../../testing/mentor-samples.ts'
import { MentorAbout } from './mentor-about.tsx'

it('tells the years of experience where the mentor gave them, and nothing in their first year', () => {
  const { rerender } = render(
    <MentorAbout mentor={mentorOf({ workingSince: 2012, yearsOfExperience: 14 })} />,
  )
  expect(screen.getByText('Experience').nextElementSibling?.textContent).toBe('14 years')
  rerender(<MentorAbout mentor={mentorOf({ workingSince: 2025, yearsOfExperience: 1 })} />)
  expect(screen.getByText('Experience').nextElementSibling?.textContent).toBe('1 year')
  for (const none of [null, 0]) {
    rerender(<MentorAbout mentor={mentorOf({ yearsOfExperience: none })} />)
    expect(screen.queryByText('Experience')).toBeNull()
  }
})
