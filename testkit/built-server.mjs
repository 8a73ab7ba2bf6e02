import { inProject } from '../scripts/lib/project.mjs'

/**
 * Vitest's global set-up: commands are tried as an operator runs them, from what was built. Each of them would read all
 * of the sources anew.
 */
export async function setup() {
  const { ensureBuilt } = await import('../scripts/lib/build.mjs')
  await ensureBuilt({ only: 'server' })
}

/** What was built of a file of the server's sources, named without its ending: `cli/backup`. */
export const builtScript = (name) => inProject('server/dist', `${name}.js`)
