import { newPassword } from '@marga/contract/accounts'
import { emailArgument, onServices, runCommand } from './command.ts'
import { openPrompt } from './prompt.ts'

/**
 * `npm run moderator:password -- EMAIL [PASSWORD]`: for a moderator who has forgotten it, or whose password somebody
 * else knows. All sign-ins of the account end; two-step sign-in stays.
 */
async function main() {
  const address = emailArgument.parse(process.argv[2])
  await onServices(async ({ passwords }) => {
    const password = newPassword.parse(process.argv[3] ?? (await askPassword()))
    if (!(await passwords.setForModerator({ email: address, password })))
      throw new Error(`There is no moderator ${address}.`)
    console.log(`The password of ${address} is set, and all sign-ins of the account have ended.`)
  })
}

async function askPassword() {
  const prompt = openPrompt()
  try {
    return await prompt.askHidden('New password (8 to 128 characters): ')
  } catch {
    throw new Error('Nothing was changed, since that was not answered.')
  } finally {
    prompt.close()
  }
}

runCommand(
  main,
  'Usage: npm run moderator:password -- EMAIL. With the embedded database, stop the server first.',
)
