import { describe, expect, it } from 'vitest'
import { optionalText, requiredName, requiredText, textOfLength } from './common.ts'
import { mentorRegistration } from './mentors.ts'

const typed = '  - first\n  - second\n'

describe('what people write', () => {
  it('is kept as typed', () => {
    expect(requiredText(100).parse(typed)).toBe(typed)
    expect(optionalText(100).parse(typed)).toBe(typed)
    expect(textOfLength({ min: 5, max: 100, missing: 'Say why.' }).parse(typed)).toBe(typed)
    expect(mentorRegistration.shape.bio.parse(typed)).toBe(typed)
  })

  it('is none where it is nothing but space', () => {
    expect(requiredText(100).safeParse(' \n ').success).toBe(false)
    expect(optionalText(100).parse(' \n ')).toBe('')
    expect(textOfLength({ min: 5, max: 100, missing: 'Say why.' }).safeParse('   a    ').success).toBe(false)
  })
})

it('a name is trimmed, as it is compared and found by it', () => {
  expect(requiredName(40).parse('  React ')).toBe('React')
})
