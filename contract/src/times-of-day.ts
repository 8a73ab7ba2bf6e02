/** From which hour to which, by the clock of who asks. */
export const hoursOfDay = {
  morning: [5, 12],
  afternoon: [12, 17],
  evening: [17, 22],
} as const
export type TimeOfDay = keyof typeof hoursOfDay
export const timesOfDay = ['morning', 'afternoon', 'evening'] as const satisfies TimeOfDay[]

/** In minutes east of Greenwich, a quarter of an hour at a time; where none is given, India's. */
export const utcOffsets = { min: -720, max: 840, step: 15, fallback: 330 } as const
