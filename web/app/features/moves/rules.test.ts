import type { MoveProposal } from '@marga/contract/moves'
import { expect, it } from 'vitest'
import { openProposalOf } from './rules.ts'

const now = new Date('2026-11-22T06:00:00.000Z')

it('takes the one that still waits for the open one', () => {
  const of = (status: MoveProposal['status'], expiresAt: string) => ({ status, expiresAt }) as MoveProposal
  const open = of('open', '2026-11-26T02:30:00.000Z')
  expect(openProposalOf([of('declined', open.expiresAt), open], now)).toBe(open)
  expect(openProposalOf([of('open', '2026-11-22T06:00:00.000Z')], now)).toBeUndefined()
})
