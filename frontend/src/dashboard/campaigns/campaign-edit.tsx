import { type Campaign, campaignRequest } from '@firsttouch/api/contract/campaign'
import { useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '../../api.ts'
import { toast } from '../../ui/toast.ts'
import { useAdminWrite } from '../data/writes.ts'
import { Button } from '../pieces/button.tsx'
import { InputField, Submit, TextareaField } from '../pieces/form-fields.tsx'
import { fieldOf, useCheckedForm } from '../pieces/use-checked-form.ts'

export const CampaignEdit = ({ campaign, onDone }: { campaign: Campaign; onDone: () => void }) => {
  const { form, isWorking, submit } = useCampaignEdit(campaign, onDone)
  return (
    <form noValidate onSubmit={submit} className="mt-4 grid gap-4 sm:grid-cols-2">
      <InputField
        label="Campaign Name*"
        hint={
          <>
            A new name changes neither the link nor its campaign value{' '}
            <span className="font-medium text-ink">{campaign.utmCampaign}</span>.
          </>
        }
        className="sm:col-span-full"
        required
        autoFocus
        maxLength={255}
        {...fieldOf(form, 'name')}
      />
      <InputField label="Campaign Date*" required type="date" {...fieldOf(form, 'date')} />
      <TextareaField
        label="Internal Notes"
        optional
        className="sm:col-span-full"
        rows={5}
        maxLength={5_000}
        {...fieldOf(form, 'notes')}
      />
      <div className="flex flex-wrap gap-2 sm:col-span-full">
        <Submit words="Save Campaign" working="Saving..." isWorking={isWorking} />
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  )
}

const campaignEdit = campaignRequest.pick({ name: true, date: true, notes: true })

/** Edits a campaign. utm_campaign and the link never change, because they may be printed. */
export const useCampaignEdit = (campaign: Campaign, onDone: () => void) => {
  const { id, name, date, notes } = campaign
  // If a colleague has saved since the form opened, the first save fails. A second save overwrites their change.
  const [opened] = useState(campaign.version)
  const [isTold, setTold] = useState(false)
  const version = isTold ? campaign.version : opened
  const form = useCheckedForm(campaignEdit, { name, date, notes })
  const save = useAdminWrite<z.output<typeof campaignEdit>, Campaign>({
    call: words => ({ method: 'PATCH', path: `campaigns/${id}`, body: { ...words, version } }),
    changes: 'campaigns',
    failure: 'Failed to update campaign',
    onSaved: saved => {
      toast({ title: 'Campaign Updated', description: `${saved.name} is saved.` })
      onDone()
    },
  })
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 409) setTold(true)
  }
  const submit = form.handleSubmit(values => save.mutate(values, { onError }))
  return { form, isWorking: save.isPending, submit }
}
