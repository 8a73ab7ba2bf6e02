import type { MemberRole } from '@marga/contract/roles'
import type { DB } from '../../platform/db/types.generated.ts'

/** Who of the two may take a column along. */
export type Taker = 'both' | MemberRole | 'nobody'

/** A column that is not named does not compile, and leaves nothing out by accident. */
export type ExportColumns = { [T in keyof DB]?: Record<keyof DB[T], Taker> }
