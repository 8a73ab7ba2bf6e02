import { readFileSync } from 'node:fs'

/** Ticks of all cores since the start of the machine: what ran here, and what was ready to run while the host ran others. */
function ticks() {
  // user nice system idle iowait irq softirq steal; a guest's time is part of the user's.
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = readFileSync(
    '/proc/stat',
    'utf8',
  )
    .split('\n', 1)[0]!
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return { ran: user + nice + system + irq + softirq, stolen }
}

const atFirst = ticks()

/**
 * What share of the processor time that was wanted since this bench began the host of a virtual machine gave to others:
 * so much slower is every figure than on a machine of one's own. 0 to 1.
 */
export function stolenShare(): number {
  const now = ticks()
  const stolen = now.stolen - atFirst.stolen
  const wanted = now.ran - atFirst.ran + stolen
  return wanted > 0 ? stolen / wanted : 0
}
