import type { ServerEvents } from '@marga/contract/realtime'

/** Sends to sockets. What is sent is only an announcement: the database is the truth. */
export type Realtime = {
  /** To every device of each account, in whichever process it is connected. */
  emit<E extends keyof ServerEvents>(
    accountIds: string | readonly string[],
    event: E,
    payload: ServerEvents[E],
  ): void
  /** To every device of each account, each its own, in few messages to other processes however many they are. */
  emitEach<E extends keyof ServerEvents>(event: E, each: readonly Each<E>[]): void
}
export type Each<E extends keyof ServerEvents> = readonly [accountId: string, payload: ServerEvents[E]]

/** One socket of a signed-in person, as an event's handler sees it. */
export type Connection = {
  readonly id: string
  isConnected(): boolean
  isIn(room: string): boolean
  enter(room: string): void
  leave(room: string): void
  tell<E extends keyof ServerEvents>(event: E, payload: ServerEvents[E]): void
}

/** Groups of sockets by name, over all processes. */
export type Rooms = {
  emit<E extends keyof ServerEvents>(room: string, event: E, payload: ServerEvents[E], except?: string): void
  /** Puts everybody out but the connection `except`. */
  clear(room: string, except?: string): void
  isEmpty(room: string): Promise<boolean>
  /** To everybody in it but these people. */
  emitToOthers<E extends keyof ServerEvents>(
    room: string,
    event: E,
    payload: ServerEvents[E],
    accountIds: readonly string[],
  ): void

  // Of the people who are connected to this process, with all of their devices:
  peopleHere(): string[]
  /** None where they are not connected. */
  roomsHere(accountId: string): string[]
  eject(accountId: string, room: string): void
  /** From now on they are in these rooms of those whose name begins like that. */
  change(accountId: string, prefix: string, rooms: readonly string[]): void
}
