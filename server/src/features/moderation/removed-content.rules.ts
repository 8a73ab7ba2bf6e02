/** What a moderator removed, as it was: kept with the sanction, to be put back when that is lifted. */
export type RemovedContent =
  | { kind: 'message'; id: string; text: string; masked: boolean }
  | {
      kind: 'review'
      id: string
      row: {
        mentorId: string
        menteeId: string
        rating: number
        text: string
        reply: string | null
        createdAt: string
      }
    }
  | {
      kind: 'profile'
      id: string
      bio: string | null
      shortBio: string | null
      profileImageUrl: string | null
      /** What a mentee says of themselves; absent from what was removed before. */
      about?: string | null
    }
