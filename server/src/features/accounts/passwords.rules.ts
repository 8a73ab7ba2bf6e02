import { availableParallelism } from 'node:os'
import { texts } from '@marga/contract/texts'
import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import pLimit from 'p-limit'
import { invalidField } from '../../platform/errors.ts'

/** OWASP's figures for argon2id: 19 MiB, two passes, one lane. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Node keeps four threads for hashing, compressing and files. As many hashes at once as there are
 * cores, and never all four: else a flood of logins holds up every answer that is to be compressed.
 */
const oneOfFew = pLimit(Math.min(availableParallelism(), 3))

export const hashPassword = (password: string) => oneOfFew(() => hash(password, settings))

let decoy: Promise<string> | undefined

/**
 * Whether the password fits. An absent hash (unknown address, account without a password) costs the
 * same time as a wrong one, so that neither tells who has an account.
 */
export async function isPasswordRight(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const compared = passwordHash ?? (await decoy)
  const isRight = await oneOfFew(() => verify(compared, password))
  return isRight && Boolean(passwordHash)
}

const commonPasswords = new Set(dictionary['passwords-common'] as string[])

/** What somebody who guesses here tries first: "mentor1234" is as common as "password1234". */
const wordsOfThisPlace = /marga|mentoring|mentors?|mentees?|moderators?|passwords?|welcome/g
const ownLettersMin = 4

function isOfThisPlace(password: string): boolean {
  const lower = password.toLowerCase()
  const rest = lower.replace(wordsOfThisPlace, '')
  return rest !== lower && rest.replace(/[^\p{L}]/gu, '').length < ownLettersMin
}

/** @throws AppError naming `password` when it is one that everybody tries first */
export function refuseCommonPassword(password: string) {
  if (commonPasswords.has(password.toLowerCase()) || isOfThisPlace(password))
    throw invalidField('password', texts.validation.passwordTooCommon)
}
