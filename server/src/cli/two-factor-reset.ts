import { roles } from '@marga/contract/roles'
import { z } from 'zod'
import { resetTwoFactorOf } from '../features/accounts/two-factor.queries.ts'
import { emailArgument, onDatabase, runCommand } from './command.ts'

const asked = z.tuple([z.enum(roles, `The role must be one of ${roles.join(', ')}.`), emailArgument])

/** `npm run two-step:end -- ROLE EMAIL`: lets somebody sign in by password alone, to set it up anew. */
async function main() {
  const [role, address] = asked.parse([process.argv[2], process.argv[3]])
  const wasOn = await onDatabase(({ db }) => resetTwoFactorOf(db, role, address))
  if (wasOn === undefined) throw new Error(`There is no ${role} ${address}.`)
  console.log(
    wasOn
      ? `Two-step sign-in of ${role} ${address} is off.`
      : `Two-step sign-in of ${role} ${address} was not on.`,
  )
}

runCommand(
  main,
  'Usage: npm run two-step:end -- ROLE EMAIL. With the embedded database, stop the server first.',
)
