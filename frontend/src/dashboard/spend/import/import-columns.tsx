/** Staff choose the columns of a report with unknown headings, above its first rows. */
import type { ImportAnswer } from '@firsttouch/api/contract/costs/spend'
import { clsx } from 'clsx'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import type { ChosenColumns } from './use-import.ts'

const ROLES = { day: 'Day', campaign: 'Campaign', cost: 'Cost', clicks: 'Clicks' } as const
type Role = keyof typeof ROLES
const isRole = (text: string): text is Role => text in ROLES

type ImportColumnsProps = {
  sheet: NonNullable<ImportAnswer['sheet']>
  columns: ImportAnswer['columns']
  onChoose: (columns: ChosenColumns) => void
  isWorking: boolean
}

export const ImportColumns = ({ sheet, columns, onChoose, isWorking }: ImportColumnsProps) => {
  const [chosen, setChosen] = useState<Partial<Record<Role, string>>>({
    ...Object.fromEntries(
      (Object.keys(ROLES) as Role[]).flatMap(role => (columns[role] ? [[role, columns[role]]] : [])),
    ),
  })
  const roleOf = (heading: string) => (Object.keys(ROLES) as Role[]).find(role => chosen[role] === heading)
  const choose = (heading: string, role: string) => {
    const { [roleOf(heading) ?? '']: _, ...rest } = chosen as Record<string, string>
    setChosen(isRole(role) ? { ...rest, [role]: heading } : rest)
  }
  const { day, campaign, cost, clicks } = chosen
  const missing = (['day', 'campaign', 'cost'] as const).filter(role => !chosen[role])
  return (
    <div className="grid gap-3">
      <p className="text-sm">
        <span className="font-semibold">Which column is which?</span>{' '}
        <span className="text-muted">The next file with these headings is read in the same way.</span>
      </p>
      <div className="overflow-x-auto rounded-md border border-line">
        <table className="w-full text-left text-sm tabular-nums">
          <caption className="sr-only">First rows of the report</caption>
          <thead>
            <tr className="bg-sunken align-top">
              {sheet.headings.map((heading, at) => (
                <th
                  key={`${at} ${heading}`}
                  scope="col"
                  className={clsx('min-w-36 p-2 font-semibold', at > 0 && 'border-l border-line')}
                >
                  <Select
                    className="font-normal"
                    aria-label={`What ${heading || `column ${at + 1}`} is`}
                    disabled={isWorking || heading === ''}
                    value={roleOf(heading) ?? ''}
                    onChange={({ target }) => choose(heading, target.value)}
                  >
                    <option value="">Not needed</option>
                    {Object.entries(ROLES).map(([role, label]) => (
                      <option key={role} value={role}>
                        {label}
                      </option>
                    ))}
                  </Select>
                  <span className="mt-2 block px-1 wrap-anywhere">{heading || '(no heading)'}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sheet.rows.map((row, line) => (
              <tr key={`${line} ${row.join()}`} className="border-t border-line">
                {sheet.headings.map((heading, at) => (
                  <td
                    key={`${at} ${heading}`}
                    className={clsx(
                      'max-w-64 truncate px-3 py-1.5',
                      at > 0 && 'border-l border-line',
                      !roleOf(heading) && 'text-muted',
                    )}
                  >
                    {row[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          size="sm"
          variant="secondary"
          disabled={isWorking || missing.length > 0}
          onClick={() =>
            day && campaign && cost && onChoose({ day, campaign, cost, ...(clicks && { clicks }) })
          }
        >
          Read the Columns
        </Button>
        <p role="status" className="text-sm text-muted">
          {missing.length > 0 &&
            `Choose the column of the ${missing.map(role => ROLES[role].toLowerCase()).join(', the ')}.`}
        </p>
      </div>
    </div>
  )
}
