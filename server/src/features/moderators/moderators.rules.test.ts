import { expect, it } from 'vitest'
import { splitName } from './moderators.rules.ts'

it.each([
  ['Meera', 'Meera', ''],
  ['Meera Nair', 'Meera', 'Nair'],
  ['  Anna  Maria de Souza ', 'Anna Maria de', 'Souza'],
])('the name %j is %j and %j', (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName })
})
