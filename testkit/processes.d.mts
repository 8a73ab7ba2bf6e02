import type { ChildProcess } from 'node:child_process'

export function hasEnded(child: ChildProcess): boolean

/** For one whose test may not come to its end. @returns the child */
export function killAtExit<Child extends ChildProcess>(child: Child): Child

/** Sends a signal and waits until it is gone; nothing when it is gone already. */
export function endProcess(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void>

/** The same for it and everything that it started; it leads a group of its own (`detached`). */
export function endGroup(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void>
