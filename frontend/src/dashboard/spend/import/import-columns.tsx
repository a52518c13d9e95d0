/** Lets staff assign the columns of a report whose headings are unknown. */
import type { ChosenColumns, ImportAnswer } from '@firsttouch/api/contract/costs/spend'
import { useState } from 'react'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Button } from '../../pieces/button.tsx'
import { FigureTable } from '../../pieces/figure-table.tsx'
import type { PreviewProps } from './use-import.ts'

const ROLES = [
  ['day', 'Day'],
  ['campaign', 'Campaign'],
  ['cost', 'Cost'],
  ['clicks', 'Clicks'],
] as const

type ImportColumnsProps = PreviewProps & { sheet: NonNullable<ImportAnswer['sheet']> }

export const ImportColumns = ({ sheet, answer, report }: ImportColumnsProps) => {
  const { isWorking } = report
  const [chosen, setChosen] = useState<ChosenColumns>(answer.columns)
  const { campaign, day, cost, clicks } = chosen
  return (
    <div className="grid gap-3">
      <p className="text-sm">
        <span className="font-semibold">Which column is which?</span>{' '}
        <span className="text-muted">The next file with these headings is read in the same way.</span>
      </p>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {ROLES.map(([role, label]) => (
          <Field key={role} label={label} optional={role === 'clicks'}>
            {control => (
              <Select
                {...control}
                disabled={isWorking}
                value={chosen[role] ?? ''}
                onChange={({ target }) => setChosen({ ...chosen, [role]: target.value })}
              >
                <option value="">{role === 'clicks' ? 'None' : 'Choose a column'}</option>
                {[...new Set(sheet.headings.filter(Boolean))].map(heading => (
                  <option key={heading}>{heading}</option>
                ))}
              </Select>
            )}
          </Field>
        ))}
      </div>
      <FigureTable
        caption="First rows of the report"
        className="rounded-md border border-line px-3"
        look="text-sm"
        heads={sheet.headings}
        words={sheet.headings.map((_, at) => at)}
        rows={sheet.rows.map((row, line) => ({
          key: `${line} ${row.join()}`,
          head: row[0],
          cells: sheet.headings.slice(1).map((heading, at) => (
            <span key={`${at} ${heading}`} className="block max-w-64 truncate">
              {row[at + 1]}
            </span>
          )),
        }))}
      />
      <Button
        variant="secondary"
        className="justify-self-start"
        disabled={isWorking || !(day && campaign && cost)}
        onClick={() =>
          report.readAgain({ columns: { campaign, day, cost, clicks: clicks || null }, millionths: false })
        }
      >
        Read the columns
      </Button>
    </div>
  )
}
