import { clsx } from 'clsx'
import { memo, type ReactNode, startTransition, useEffect, useState } from 'react'
import { Fold } from './fold.tsx'

type FigureTableProps = {
  caption: string
  label?: string
  heads: readonly ReactNode[]
  rows: readonly { key: string; head: ReactNode; cells: readonly ReactNode[]; isTotal?: boolean }[]
  /** Indexes of the left-aligned text columns. The first column (index 0) is always left-aligned. */
  words?: readonly number[]
  wideOnly?: readonly number[]
  className?: string
  look?: string
  dense?: boolean
}

export const FigureTable = ({ caption, label = caption, heads, rows, ...looks }: FigureTableProps) => {
  const { className, look, dense, words = [], wideOnly = [] } = looks
  const first = dense ? 'py-1.5 pr-1 sm:pr-3' : 'py-1.5'
  const other = (at: number) =>
    clsx(
      dense ? 'py-1.5 pl-2 sm:pl-3' : 'py-1.5 pl-4',
      !words.includes(at) && 'text-right',
      wideOnly.includes(at) && 'max-sm:hidden',
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className={clsx('goes-on overflow-auto', className)}>
      <table className={clsx('w-full text-left tabular-nums', look)}>
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-card text-xs text-muted">
          <tr>
            {heads.map((head, at) => (
              <th key={at} scope="col" className={clsx('font-medium', at === 0 ? first : other(at))}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, head, cells, isTotal }) => (
            <tr key={key} className={clsx('border-t border-line', isTotal && 'font-semibold')}>
              <th scope="row" className={clsx('[font-weight:inherit]', first)}>
                {head}
              </th>
              {cells.map((cell, at) => (
                <td key={at} className={other(at + 1)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type AsTableProps = Pick<FigureTableProps, 'heads' | 'rows'> & { label: string; caption?: string }

/** Updates its rows after the chart, because rendering them takes as long as the chart. */
export const AsTable = ({ label, caption = label, heads, rows }: AsTableProps) => {
  const [shown, show] = useState({ heads, rows })
  useEffect(() => startTransition(() => show({ heads, rows })), [rows])
  return (
    <Fold
      summary={
        <span>
          Show as a table<span className="sr-only">: {label}</span>
        </span>
      }
      look="py-1 text-sm text-muted hover:text-ink"
      small
      className="mt-1"
    >
      <MemoTable
        {...{ ...shown, caption }}
        label={`${label} as a table`}
        className="mt-1 max-h-72"
        look="text-xs sm:text-sm"
        dense
      />
    </Fold>
  )
}

const MemoTable = memo(FigureTable)
