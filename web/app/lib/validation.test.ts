import { expect, test } from 'vitest'
import { z } from 'zod'
import { resolverOf, validateForm } from './validation.ts'

const schemaOf = async () =>
  z.object({
    name: z.string().trim().min(1, 'Who?').max(3, 'Too long'),
    tags: z.array(z.string().min(1, 'Empty')),
  })
const gone = () => Promise.reject(new TypeError('Failed to fetch'))

test('values come back as the schema makes them', async () => {
  const values = { name: ' Asa ', tags: [] }
  expect(await validateForm(schemaOf, values)).toEqual({ messages: {}, values: { name: 'Asa', tags: [] } })
})

test('the first complaint about a field stands under that field, whatever is inside of it', async () => {
  const { messages } = await validateForm(schemaOf, { name: ' ', tags: ['a', ''] })
  expect(messages).toEqual({ name: 'Who?', tags: 'Empty' })
})

test('a form whose schema cannot be fetched is sent as it is', async () => {
  expect(await validateForm(gone, { name: '' })).toEqual({ messages: {}, values: { name: '' } })
})

test('react-hook-form gets the messages by field, or the values as the schema makes them', async () => {
  const options = { fields: {}, shouldUseNativeValidation: false } as never
  const typed = { name: ' Asa ', tags: [] as string[] }
  expect(await resolverOf<typeof typed>(schemaOf)({ ...typed, name: '' }, undefined, options)).toEqual({
    values: {},
    errors: { name: { type: 'rule', message: 'Who?' } },
  })
  expect(await resolverOf<typeof typed>(schemaOf)(typed, undefined, options)).toMatchObject({
    values: { name: 'Asa' },
  })
})
