/** What a calendar calls a meeting: in mails, feeds and files alike, since programs see one event. */
export const meetingTitle = (type: 'session' | 'intro', otherName: string): string =>
  `${type === 'intro' ? 'Intro call' : 'Session'} with ${otherName}`
