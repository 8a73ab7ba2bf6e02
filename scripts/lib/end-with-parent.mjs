import { readFileSync } from 'node:fs'

const lookEveryMs = 500

/**
 * Started by npm, a script ends when npm is gone, however it went; as if npm had passed on a SIGTERM. Started by hand
 * it may be meant to outlive its shell.
 */
export function endWithParent() {
  if (!process.env.npm_lifecycle_event) return
  const begun = lineage()
  const looking = setInterval(() => {
    if (lineage() === begun) return
    clearInterval(looking)
    process.kill(process.pid, 'SIGTERM')
  }, lookEveryMs)
  looking.unref()
}

/** The parent, and npm behind it where npm's shell stays in between. */
function lineage() {
  const { ppid } = process
  const [, name, rest] = /\((.*)\) (.*)/s.exec(stat(ppid)) ?? []
  return /^(sh|dash|bash)$/.test(name) ? `${ppid} ${rest.split(' ')[1]}` : `${ppid}`
}

function stat(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}
