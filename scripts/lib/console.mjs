const isTerminal = process.stdout.isTTY && !process.env.NO_COLOR

const paint = (code) => (text) => (isTerminal ? `\u001b[${code}m${text}\u001b[0m` : text)
export const green = paint(32)
export const red = paint(31)
export const dim = paint(2)
export const bold = paint(1)

/** Says what is being done, now and then that it still is, and when it is done how long it took. */
export async function step(label, work) {
  const startedMs = Date.now()
  console.log(`${dim('…')} ${label}`)
  const still = setInterval(
    () => console.log(`${dim('…')} ${label}: still at it, ${seconds(startedMs)}`),
    30_000,
  )
  try {
    const result = await work()
    console.log(`${green('✓')} ${label} ${dim(seconds(startedMs))}`)
    return result
  } catch (error) {
    console.log(`${red('✗')} ${label} ${dim(seconds(startedMs))}`)
    throw error
  } finally {
    clearInterval(still)
  }
}

export function notice(text) {
  console.log(`${dim('·')} ${text}`)
}

export function seconds(startedMs) {
  return `${((Date.now() - startedMs) / 1000).toFixed(1)} s`
}

/** For an error that was foreseen: the message without the stack. */
export async function runMain(main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    console.error(error instanceof PlainError ? `\n${error.message}` : error)
    process.exitCode = 1
  }
}

export class PlainError extends Error {}
