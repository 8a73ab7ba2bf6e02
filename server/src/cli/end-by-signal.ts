const numbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }

/**
 * A signal ends the command as it would anyway, but by an exit, at which the PostgreSQL that was started for it is told
 * to end: that one has a session of its own, and would go on running.
 */
export function endBySignal() {
  for (const [signal, number] of Object.entries(numbers))
    process.once(signal, () => process.exit(128 + number))
}
