import { texts } from '@marga/contract/texts'
import { dictionary } from '@zxcvbn-ts/language-common'
import { invalidField } from '../../platform/errors.ts'

const commonPasswords = new Set(dictionary['passwords-common'] as string[])

/** What somebody who guesses here tries first: "mentor1234" is as common as "password1234". */
const wordsOfThisSite = /marga|mentoring|mentors?|mentees?|moderators?|passwords?|welcome/g
const ownLettersMin = 4
const easyHereText =
  'Words that everyone would try here, with little else, are easy to guess. Please choose another.'

function isOfThisSite(password: string): boolean {
  const lower = password.toLowerCase()
  const rest = lower.replace(wordsOfThisSite, '')
  return rest !== lower && rest.replace(/[^\p{L}]/gu, '').length < ownLettersMin
}

/** @throws AppError naming the field when it is one that everybody tries first */
export function refuseCommonPassword(password: string, field: 'password' | 'newPassword' = 'password') {
  if (commonPasswords.has(password.toLowerCase()))
    throw invalidField(field, texts.validation.passwordTooCommon)
  if (isOfThisSite(password)) throw invalidField(field, easyHereText)
}
