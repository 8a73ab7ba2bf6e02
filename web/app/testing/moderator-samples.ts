export const accusedId = { _id: 'm1', firstName: 'Vikram', lastName: 'Iyer', profileImageUrl: null }
export const ticket = {
  _id: 't1',
  ticketId: 't1',
  complaint: { accusedId },
  raisedBy: { ...accusedId, _id: 'm2', firstName: 'Neha', role: 'mentee' },
  subject: 'Asked for money',
  content: 'Outside of the product.',
  context: { kind: 'message', id: 'x' },
  status: 'open',
  createdAt: '2026-11-21T04:00:00.000Z',
  decision: null,
  isAccusedBlocked: false,
  isAccusedDeleted: false,
  isWithdrawn: false,
}

export const listedMentee = {
  _id: 'm2',
  firstName: 'Neha',
  lastName: 'Rao',
  email: 'neha@example.in',
  phone: '9876543210',
  profileImageUrl: null,
  isBlocked: false,
  suspendedUntil: null,
  createdAt: '2026-11-01T04:00:00.000Z',
}
export const blockEntry = {
  _id: 'a1',
  moderatorId: 'x',
  moderatorName: 'Dev Rao',
  action: 'block',
  subjectId: 'm1',
  about: { ...accusedId, role: 'mentor' },
  ticketId: null,
  note: 'Asked for money.',
  createdAt: '2026-11-21T05:00:00.000Z',
}
