import { describe, expect, it } from 'vitest'
import { registrationFields } from './accounts.ts'
import { isPlainName, plainName, plainNameMessage } from './person-names.ts'

const adverts = [
  'Win at https://evil.example/prize',
  'evil.example/prize',
  'mail me@evil.example',
  'Dear:',
  'Two\nlines',
  'Two\u2028lines',
  'Bell\u0007',
  'Turned \u202e around',
]
const names = ['Asha', 'K.Rajesh', 'Md. Rahman', "O'Brien-Iyer", 'आशा', '李', 'A\u200dB', 'Ngọc Ánh']

describe('a name', () => {
  it.each(adverts)('is refused as %j, with the reason, and cleaned where nobody can be asked', (name) => {
    expect(isPlainName(name)).toBe(false)
    for (const field of ['firstName', 'lastName'] as const) {
      const parsed = registrationFields[field].safeParse(name)
      expect(parsed.error?.issues[0]?.message).toBe(plainNameMessage)
    }
    expect(isPlainName(plainName(name))).toBe(true)
    expect(plainName(name)).not.toMatch(/^\s|\s$|\s\s/)
  })

  it.each(names)('may be %s', (name) => {
    expect(registrationFields.firstName.safeParse(name).data).toBe(name)
    expect(plainName(name)).toBe(name)
  })
})
