import { z } from 'zod'
import { id, isoTime, noNulByte, person } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'

/** As RTCPeerConnection takes it. Without credentials for STUN. */
export const iceServer = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
})
export type IceServer = z.infer<typeof iceServer>

const attendance = z.object({ isPresent: z.boolean(), firstJoinedAt: isoTime.nullable() })

export const liveRoom = z.object({
  slotId: id,
  start: isoTime,
  end: isoTime,
  opensAt: isoTime,
  closesAt: isoTime,
  peer: person,
  conversationId: id,
  attendance: z.object({ mentee: attendance, mentor: attendance }),
})
export type LiveRoom = z.infer<typeof liveRoom>

export const liveNotes = z.object({
  text: z.string(),
  /** 0: nothing has been written yet. */
  version: z.number().int(),
  updatedAt: isoTime.nullable(),
})
export type LiveNotes = z.infer<typeof liveNotes>

export const notesText = z.string().max(limits.liveNotesMax).check(noNulByte)
const notesPath = '/api/chats/live-notes/:slotId'

export const live = {
  verify: defineEndpoint({
    method: 'POST',
    path: '/api/chats/verify-live',
    access: ['mentee', 'mentor'],
    self: ['body.userId'],
    summary:
      'Whether the room of a session can be entered now, and by which servers; call again for fresh ones',
    body: z.object({ userId: id, slotId: id }),
    response: z.object({ room: liveRoom, iceServers: z.array(iceServer) }),
    errors: ['too_early', 'ended', 'not_found'],
    idempotency: 'none',
  }),
  notes: defineEndpoint({
    method: 'GET',
    path: notesPath,
    access: ['mentee', 'mentor'],
    summary: 'The notes of a session, for the two who hold it',
    response: liveNotes,
    errors: ['not_found'],
  }),
  saveNotes: defineEndpoint({
    method: 'PUT',
    path: notesPath,
    access: ['mentee', 'mentor'],
    summary: 'Writes the notes; `version` is the one they were made from',
    body: z.object({ text: notesText, version: z.number().int().min(0).max(2_147_483_646) }),
    response: liveNotes,
    errors: ['not_found', 'version_conflict'],
    limit: 'write',
  }),
}

const slot = { slotId: id }
const pageId = z.string().min(1).max(64).optional()

/** What a client in the room sends; each is acknowledged, `live:join` with `peer` and `stayId` beside `ok`. */
export const liveClientEvents = {
  'live:join': z.object({
    ...slot,
    /** Of a page that was in the room before: its last stay. It takes the room from no other, then. */
    stayId: id.optional(),
  }),
  'live:signal': z.object({
    ...slot,
    description: z
      .object({
        type: z.enum(['offer', 'answer', 'pranswer', 'rollback']),
        sdp: z.string().max(limits.liveSdpMax).optional(),
      })
      .nullish(),
    /** Null at the end of a page's own, as its browser reports it. */
    candidate: z
      .object({
        candidate: z.string().max(1000),
        sdpMid: z.string().max(100).nullable().optional(),
        sdpMLineIndex: z.number().int().min(0).max(1000).nullable().optional(),
        usernameFragment: z.string().max(300).nullable().optional(),
      })
      .nullish(),
    /** Which page load sent it and for which one it is meant: what is for a reloaded page is dropped. */
    from: pageId,
    to: pageId,
  }),
  'live:state': z.object({
    ...slot,
    isMuted: z.boolean(),
    isCameraOff: z.boolean(),
    isSharing: z.boolean(),
    /** False where the browser makes no video calls: there is nothing to connect with. Absent means true. */
    canCall: z.boolean().optional(),
  }),
  'live:notes': z.object({ ...slot, text: notesText, version: z.number().int().min(0).max(2_147_483_646) }),
  'live:leave': z.object(slot),
} as const
export type LiveSignal = z.infer<(typeof liveClientEvents)['live:signal']>
export type LiveState = z.infer<(typeof liveClientEvents)['live:state']>

/** What reaches those in the room: what the other sent, and what became of the room. */
export const liveServerEvents = {
  'live:signal': liveClientEvents['live:signal'],
  'live:state': liveClientEvents['live:state'],
  'live:notes': liveClientEvents['live:notes'],
  'live:peer': z.object({ ...slot, change: z.enum(['joined', 'left', 'reconnecting']) }),
  /** Another tab of the same person has taken over. */
  'live:taken': z.object(slot),
  'live:ended': z.object({
    ...slot,
    reason: z.enum(['time', 'blocked', 'revoked']),
    /** Said to the one whose own account a moderator has blocked. */
    isAccountBlocked: z.boolean().optional(),
  }),
} as const
