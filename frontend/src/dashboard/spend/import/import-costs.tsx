import type { Campaign } from '@firsttouch/api/contract/campaign'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Button } from '../../pieces/button.tsx'
import { ImportPreview } from './import-preview.tsx'
import { useImport } from './use-import.ts'

type ImportCostsProps = { campaigns: readonly Campaign[]; onDone: (from?: string) => void }

export const ImportCosts = ({ campaigns, onDone }: ImportCostsProps) => {
  const report = useImport(onDone)
  return (
    <div className="grid gap-4 p-4 sm:p-5">
      <div className="grid gap-4 lg:grid-cols-2">
        <Field
          label="Report as CSV or Excel"
          hint="By campaign and day, as downloaded from Google Ads, Microsoft Advertising, Meta, LinkedIn, TikTok and others."
        >
          {control => (
            <Input
              {...control}
              type="file"
              accept=".csv,.tsv,.txt,.xlsx,text/csv"
              className="py-1.5"
              onChange={({ target: { files } }) => files?.[0] && report.open({ file: files[0], dates: '' })}
            />
          )}
        </Field>
      </div>
      <div>
        <Button onClick={() => onDone()}>Cancel</Button>
      </div>
      {report.report && report.answer && (
        <ImportPreview answer={report.answer} campaigns={campaigns} report={report} />
      )}
    </div>
  )
}
