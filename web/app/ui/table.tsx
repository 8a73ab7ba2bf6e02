import type { ReactNode } from 'react'
import { cn } from './cn.ts'

export type Column<T> = {
  header: string
  cell: (row: T) => ReactNode
  /** Left out on small screens. */
  isSecondary?: boolean
  isNumeric?: boolean
}

type TableProps<T> = {
  /** Says what the table lists; read out, not shown. */
  caption: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  keyOf: (row: T) => string
}

/** Rows and columns; scrolls sideways inside itself where there is no room. */
export function Table<T>({ caption, columns, rows, keyOf }: TableProps<T>) {
  const cellStyle = ({ isSecondary, isNumeric }: Column<T>) =>
    cn(
      'px-2 py-3 align-middle first:pl-4 last:pr-4 sm:px-4',
      isSecondary && 'max-md:hidden',
      isNumeric && 'text-right tabular-nums',
    )
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface shadow-card">
      <table className="w-full border-collapse text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-line bg-sunken text-ink-soft">
          <tr>
            {columns.map((column) => (
              <th key={column.header} scope="col" className={cn(cellStyle(column), 'font-semibold')}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line last:border-0">
              {columns.map((column) => (
                <td key={column.header} className={cellStyle(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
