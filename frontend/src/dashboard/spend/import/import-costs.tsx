/** A report of an advertising platform, as a file or pasted: looked at before anything is stored. */
import type { Campaign } from '@firsttouch/api/contract/campaign'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { ImportPreview } from './import-preview.tsx'
import { useImport } from './use-import.ts'

type ImportCostsProps = { campaigns: readonly Campaign[]; onDone: () => void }

export const ImportCosts = ({ campaigns, onDone }: ImportCostsProps) => {
  const [pasted, setPasted] = useState('')
  const report = useImport(onDone)
  return (
    <div className="grid gap-4 p-4 sm:p-5">
      <div className="grid gap-4 lg:grid-cols-2">
        <ReportFile onFile={file => report.open({ file, dates: '' })} />
        <PastedRows rows={pasted} onType={setPasted} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="ghost"
          disabled={pasted.trim() === '' || report.isWorking}
          onClick={() => report.open({ file: new Blob([pasted]), dates: '' })}
        >
          Look at Pasted Rows
        </Button>
        <Button variant="ghost" size="sm" onClick={onDone}>
          Cancel
        </Button>
      </div>
      {report.report && report.answer && (
        <ImportPreview answer={report.answer} campaigns={campaigns} report={report} />
      )}
    </div>
  )
}

const ReportFile = ({ onFile }: { onFile: (file: File) => void }) => (
  <Field
    label="Report as CSV or Excel"
    hint="By campaign and day, as it is downloaded from Google Ads, Microsoft Advertising, Meta, LinkedIn, TikTok and others."
  >
    {control => (
      <Input
        {...control}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv"
        className="py-1.5"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
        }}
      />
    )}
  </Field>
)

const PastedRows = ({ rows, onType }: { rows: string; onType: (rows: string) => void }) => (
  <Field label="Or paste its rows" hint="With the row of headings.">
    {control => (
      <Textarea
        {...control}
        rows={3}
        spellCheck={false}
        placeholder={'Day, Campaign, Cost, Clicks'}
        value={rows}
        onChange={({ target }) => onType(target.value)}
      />
    )}
  </Field>
)
