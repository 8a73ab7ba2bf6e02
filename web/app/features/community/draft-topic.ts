/** Under which name the draft of a room is kept. */
export const draftTopicOf = (mentorId: string) => `community.${mentorId}`
