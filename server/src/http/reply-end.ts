import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What is to be done when a connection closes, with one listener for all of it. */
const endsOf = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls `end` once: when the reply was taken, or will not be. Of those that wait behind another one on their connection,
 * as their requests came before its answer was there, Node tells nothing when that connection closes.
 */
export function onReplyEnd({ raw }: FastifyRequest, reply: FastifyReply, end: () => void) {
  const { socket } = raw
  // Gone before: it will not be told any more.
  if (reply.raw.closed || socket.closed) return end()
  const ends = endsOf.get(socket) ?? watch(socket)
  const endOnce = () => {
    if (ends.delete(endOnce)) end()
  }
  ends.add(endOnce)
  reply.raw.once('close', endOnce)
}

function watch(socket: Socket) {
  const ends = new Set<() => void>()
  endsOf.set(socket, ends)
  socket.once('close', () => {
    for (const end of ends) end()
  })
  return ends
}

/** A reply that waits behind others has no socket of its own yet. */
export function endConnection({ raw, request }: FastifyReply) {
  const socket = raw.socket ?? request.raw.socket
  socket.destroy()
}
