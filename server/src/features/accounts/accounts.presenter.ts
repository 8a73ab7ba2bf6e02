import type { Person } from '@marga/contract/common'

export type PersonRow = { id: string; firstName: string; lastName: string; profileImageUrl: string | null }

export const presentPerson = (row: PersonRow): Person => ({
  _id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  profileImageUrl: row.profileImageUrl,
})

export const fullName = (row: { firstName: string; lastName: string }) =>
  `${row.firstName} ${row.lastName}`.trim()
