import type { Campaign } from '@firsttouch/api/contract/campaign'
import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { Options, Select } from '../../ui/select.tsx'
import { Button } from '../pieces/button.tsx'
import { STATES } from './campaign-order.ts'
import { useCampaignEdit } from './use-campaign-edit.ts'

type CampaignEditProps = { campaign: Campaign; onDone: () => void }

export const CampaignEdit = ({ campaign, onDone }: CampaignEditProps) => {
  const { register, errors, isWorking, submit } = useCampaignEdit(campaign, onDone)
  return (
    <form noValidate onSubmit={submit} className="mt-4 grid gap-4 sm:grid-cols-2">
      <Field
        label="Campaign Name*"
        error={errors.name?.message}
        hint={
          <>
            Its value stays <span className="font-medium text-ink">{campaign.utmCampaign}</span>, and so does
            its link.
          </>
        }
        className="sm:col-span-full"
      >
        {control => <Input {...control} {...register('name')} required autoFocus maxLength={255} />}
      </Field>
      <Field label="Campaign Date*" error={errors.date?.message}>
        {control => <Input {...control} {...register('date')} required type="date" />}
      </Field>
      <Field label="State" error={errors.state?.message}>
        {control => (
          <Select {...control} {...register('state')}>
            <Options of={Object.entries(STATES)} />
          </Select>
        )}
      </Field>
      <Field label="Internal Notes" optional error={errors.notes?.message} className="sm:col-span-full">
        {control => <Textarea {...control} {...register('notes')} rows={5} maxLength={5_000} />}
      </Field>
      <div className="flex flex-wrap gap-2 sm:col-span-full">
        <Button variant="primary" type="submit" disabled={isWorking}>
          {isWorking ? 'Saving...' : 'Save Campaign'}
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  )
}
