import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { inProject } from './project.mjs'

const brotli = promisify(brotliCompress)
const compressible = /\.(?:js|css|svg)$/

/**
 * Writes a .br beside each file of the pages that gains by it and has none yet, for the host to send as it is. Until
 * then each is compressed, less well, when it is asked for.
 */
export async function compressPages(client = inProject('web/build/client')) {
  await Promise.all(findUncompressed(client).map(compressFile))
}

/** What the build copies as it is lies beside these, and is asked for once by each browser. */
function findUncompressed(client) {
  const assets = join(client, 'assets')
  const names = existsSync(assets) ? readdirSync(assets) : []
  const compressed = new Set(names)
  const wanted = names.filter((name) => compressible.test(name) && !compressed.has(`${name}.br`))
  const worker = join(client, 'worker.js')
  const isWorkerWanted = existsSync(worker) && !existsSync(`${worker}.br`)
  return [...wanted.map((name) => join(assets, name)), ...(isWorkerWanted ? [worker] : [])]
}

/** Whole or not at all: the host may be looking, and the next build may take the folder away. */
async function compressFile(file) {
  const unfinished = `${file}.br.${process.pid}`
  try {
    writeFileSync(unfinished, await brotli(readFileSync(file)))
    renameSync(unfinished, `${file}.br`)
  } catch (error) {
    rmSync(unfinished, { force: true })
    if (error.code !== 'ENOENT') throw error
  }
}
