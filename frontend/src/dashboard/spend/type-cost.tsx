/** One day's cost of one campaign. The same day and campaign again corrects it. */
import type { Campaign } from '@firsttouch/api/contract/campaign'
import { type SpendRequest, type SpendStored, spendEntry } from '@firsttouch/api/contract/costs/spend'
import { z } from 'zod'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Options, Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.ts'
import { useAdminWrite } from '../data/writes.ts'
import { Button } from '../pieces/button.tsx'
import { useCheckedForm } from '../pieces/use-checked-form.ts'
import { calendarDay } from '../words/format.ts'
import { choicesOf } from './campaign-values.ts'

const { date } = spendEntry.shape
/** As people type it; empty clicks are not known. */
const typed = z.object({
  date,
  campaign: z.string().min(1, 'Choose a campaign'),
  cost: z
    .string()
    .trim()
    .regex(/^\d{1,9}([.,]\d{1,2})?$/, 'Cost must be an amount such as 12.50')
    .transform(text => text.replace(',', '.')),
  clicks: z
    .string()
    .trim()
    .regex(/^\d{0,9}$/, 'Clicks must be a whole number')
    .transform(text => (text === '' ? null : Number(text))),
})
type Accepted = z.output<typeof typed>

const EMPTY = { date: '', campaign: '', cost: '', clicks: '' }
const costIn = (currency?: string): string => (currency ? `Cost in ${currency}` : 'Cost')

type TypeCostProps = { campaigns: readonly Campaign[]; onDone: () => void }

export const TypeCost = ({ campaigns, onDone }: TypeCostProps) => {
  const form = useCheckedForm(typed, EMPTY)
  const { errors } = form.formState
  const save = useAdminWrite<Accepted, SpendStored>({
    call: ({ campaign, ...entry }) => {
      const { utmCampaign = '', utmSource, utmMedium } = campaigns.find(({ id }) => id === campaign) ?? {}
      const body = { entries: [{ ...entry, utmCampaign, utmSource, utmMedium }] } satisfies SpendRequest
      return { method: 'POST', path: 'spend', body }
    },
    changes: 'campaigns',
    failure: 'Failed to store the cost',
    onSaved: ({ changed, unchanged }, { date, campaign }) => {
      const done = changed > 0 ? 'is corrected' : unchanged > 0 ? 'was stored already' : 'is stored'
      toast({
        title: 'Cost Stored',
        description: `${campaigns.find(({ id }) => id === campaign)?.name} on ${calendarDay(date)} ${done}.`,
      })
      form.resetField('cost')
      form.resetField('clicks')
    },
  })
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(entry => save.mutate(entry))}
      className="grid gap-4 p-4 sm:grid-cols-2 sm:p-5 lg:grid-cols-4"
    >
      <Field label="Day" error={errors.date?.message}>
        {control => <Input {...control} {...form.register('date')} required type="date" autoFocus />}
      </Field>
      <Field label="Campaign" error={errors.campaign?.message}>
        {control => (
          <Select {...control} {...form.register('campaign')} required>
            <option value="">Choose a campaign</option>
            <Options of={choicesOf(campaigns).map(({ id, name }) => [id, name])} />
          </Select>
        )}
      </Field>
      <Field label={costIn(campaigns[0]?.currency)} error={errors.cost?.message}>
        {control => <Input {...control} {...form.register('cost')} required inputMode="decimal" />}
      </Field>
      <Field label="Clicks there" optional error={errors.clicks?.message}>
        {control => <Input {...control} {...form.register('clicks')} inputMode="numeric" />}
      </Field>
      <div className="flex flex-wrap gap-2 sm:col-span-full">
        <Button variant="primary" type="submit" disabled={save.isPending}>
          {save.isPending ? 'Storing...' : 'Store Cost'}
        </Button>
        <Button onClick={onDone}>Done</Button>
      </div>
    </form>
  )
}
