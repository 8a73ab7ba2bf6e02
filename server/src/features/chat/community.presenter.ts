import type { CommunityMessage } from '@marga/contract/community'
import { presentPerson } from '../accounts/accounts.presenter.ts'
import type { RoomMessageRow } from './community.queries.ts'

export const presentCommunityMessage = (row: RoomMessageRow): CommunityMessage => ({
  _id: row.id,
  mentorId: row.mentorId,
  sender: { senderId: presentPerson({ ...row, id: row.senderId }), senderType: row.senderType },
  message: row.isDeleted ? '' : row.body,
  createdAt: row.createdAt.toISOString(),
  clientMessageId: row.clientMessageId,
  seq: row.seq,
  isDeleted: row.isDeleted,
})
