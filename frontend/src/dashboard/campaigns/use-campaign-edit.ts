/** What staff change about an existing campaign; its value and its link stay, as they may be in print. */
import { type Campaign, campaignRequest } from '@firsttouch/api/contract/campaign'
import { useState } from 'react'
import { z } from 'zod'
import { ApiError } from '../../api.ts'
import { toast } from '../../ui/toast.ts'
import { useAdminWrite } from '../data/writes.ts'
import { useCheckedForm } from '../pieces/use-checked-form.ts'
import { stateOf } from './campaign-order.ts'

const campaignEdit = campaignRequest
  .pick({ name: true, date: true, notes: true })
  .extend({ state: z.enum(['active', 'inactive', 'archived']) })
type Accepted = z.output<typeof campaignEdit>

const STATE_FIELDS = {
  active: { archived: false, isActive: true },
  inactive: { archived: false, isActive: false },
  archived: { archived: true },
} as const

export const useCampaignEdit = (campaign: Campaign, onDone: () => void) => {
  const { id, name, date, notes } = campaign
  // A colleague's change while the form is open is not overwritten unseen; whoever was told of it may save all the same.
  const [opened] = useState(campaign.version)
  const [isTold, setTold] = useState(false)
  const version = isTold ? campaign.version : opened
  const form = useCheckedForm(campaignEdit, { name, date, notes, state: stateOf(campaign) })
  const save = useAdminWrite<Accepted, Campaign>({
    call: ({ state, ...words }) => ({
      method: 'PATCH',
      path: `campaigns/${id}`,
      body: { ...words, ...STATE_FIELDS[state], version },
    }),
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
  return {
    register: form.register,
    errors: form.formState.errors,
    isWorking: save.isPending,
    submit: form.handleSubmit(values => save.mutate(values, { onError })),
  }
}
