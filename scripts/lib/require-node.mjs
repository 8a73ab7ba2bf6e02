// Imported first by every script, so that an old Node gets a sentence instead of a stack.
const required = [20, 19]
const [major, minor] = process.versions.node.split('.').map(Number)

if (major < required[0] || (major === required[0] && minor < required[1])) {
  console.error(
    `Marga needs Node.js ${required.join('.')} or later; this is ${process.versions.node}. See https://nodejs.org`,
  )
  process.exit(1)
}
