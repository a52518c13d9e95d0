import { type Campaign, campaignRequest } from '@firsttouch/api/contract/campaign'
import { useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '../../api.ts'
import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'
import { useAdminWrite } from '../data/writes.ts'
import { Button } from '../pieces/button.tsx'
import { useCheckedForm } from '../pieces/use-checked-form.ts'

export const CampaignEdit = ({ campaign, onDone }: { campaign: Campaign; onDone: () => void }) => {
  const { register, formState, isWorking, submit } = useCampaignEdit(campaign, onDone)
  const { errors } = formState
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

const campaignEdit = campaignRequest.pick({ name: true, date: true, notes: true })

/** Edits a campaign. utm_campaign and the link never change, because they may be printed. */
export const useCampaignEdit = (campaign: Campaign, onDone: () => void) => {
  const { id, name, date, notes } = campaign
  // Sends the version that was current when the form opened, so the first save fails if a colleague has saved meanwhile.
  // The user sees the error, and the second save overwrites the colleague's.
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
  return { ...form, isWorking: save.isPending, submit }
}
