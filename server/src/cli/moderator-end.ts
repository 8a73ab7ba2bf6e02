import { emailArgument, onServices, runCommand } from './command.ts'

/**
 * `npm run moderator:end -- EMAIL`: ends the account of a moderator who has gone, or whose account somebody else has,
 * with all its sign-ins. What they decided stays.
 */
async function main() {
  const address = emailArgument.parse(process.argv[2])
  if (!(await onServices(({ leaving }) => leaving.remove(address))))
    throw new Error(`There is no moderator ${address}.`)
  console.log(`${address} is no moderator any more.`)
}

runCommand(main, 'Usage: npm run moderator:end -- EMAIL. With the embedded database, stop the server first.')
