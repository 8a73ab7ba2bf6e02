import { expect, it } from 'vitest'
import { limits, ui } from './limits.ts'

it('holds the figures of the screens', () => {
  expect(ui).toEqual({
    landingCards: 4,
    bellNotifications: 5,
    cardSkills: 3,
    profileInterests: 4,
    navbarPx: 58,
    successModalPx: 400,
    menteeSignUpRedirectMs: 5000,
    mentorSignUpRedirectMs: 4000,
    passwordResetRedirectMs: 1000,
    googleWindowCloseMs: 1000,
    googlePopupPollMs: 500,
    typewriter: { typeMs: 100, deleteMs: 40, pauseMs: 1500 },
    toast: { visible: 3, durationMs: 4000, widthPx: 356 },
    cardAnimation: { durationSeconds: 3.5, delaySeconds: 0.2, hoverScale: 1.1 },
  })
  expect(limits).toMatchObject({ callsPerMonth: 4, sessionMinutes: 60, upcomingSessionHours: 24 })
})
