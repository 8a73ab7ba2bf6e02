import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { notice } from './console.mjs'
import { inCache } from './project.mjs'

const lookEveryMs = 300

/** Runs `work` while no other script of this folder that asks for the same lock does; waits for one that is at it. */
export async function underLock(name, what, work) {
  const lock = inCache(`${name}.lock`)
  let told
  for (let holder = take(lock); holder !== undefined; holder = take(lock)) {
    if (holder && told !== holder)
      notice(`Another command (process ${holder}) ${what} in this folder; waiting for its end`)
    told = holder
    if (holder) await delay(lookEveryMs)
  }
  const giveBack = () => rmSync(lock, { force: true })
  process.once('exit', giveBack)
  try {
    return await work()
  } finally {
    giveBack()
    process.off('exit', giveBack)
  }
}

/** @returns undefined when it is ours now, else the process that has it */
function take(lock) {
  const own = `${lock}.${process.pid}`
  writeFileSync(own, markOf(process.pid))
  try {
    linkSync(own, lock)
    return undefined
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return holderOf(lock)
  } finally {
    rmSync(own, { force: true })
  }
}

/** Whoever was killed leaves it behind: then it is removed, by one of those who wait, and 0 says: look again. */
function holderOf(lock) {
  const mark = read(lock)
  const pid = Number.parseInt(mark, 10)
  if (pid > 0 && mark === markOf(pid)) return pid
  const aside = `${lock}.${process.pid}.aside`
  try {
    renameSync(lock, aside)
    // Somebody else was quicker, and what was moved is a living one's.
    if (read(aside) !== mark) linkSync(aside, lock)
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
  }
  rmSync(aside, { force: true })
  return 0
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Numbers are given again; when a process began tells it from a later one of the same number, where that can be read. */
function markOf(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code === 'ESRCH') return ''
  }
  const began = read(`/proc/${pid}/stat`).split(') ').at(-1).split(' ')[19] ?? ''
  return `${pid} ${began}`
}
