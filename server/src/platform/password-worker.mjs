// Runs in threads of its own, for which Linux knows a priority: a flood of logins gets the time that answers leave.
// JavaScript, because a thread loads it without what compiles the tests' source.
import { setPriority } from 'node:os'
import { hashSync, verifySync } from '@node-rs/argon2'

// Elsewhere a priority is the whole process's.
if (process.platform === 'linux') setPriority(0, 10)

/** OWASP's figures for argon2id: 19 MiB, two passes, one lane. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** @param {string} password */
export const hash = (password) => hashSync(password, settings)

/** @param {{ compared: string, password: string }} given */
export const verify = ({ compared, password }) => verifySync(compared, password)
