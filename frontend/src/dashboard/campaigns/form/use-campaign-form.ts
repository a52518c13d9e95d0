import { type CampaignRequest, campaignRequest } from '@firsttouch/api/contract/campaign'
import { campaignValue } from '@firsttouch/api/contract/campaign-link'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '../../../api.ts'
import { toast } from '../../../ui/toast.ts'
import { useAdminWrite } from '../../data/writes.ts'
import { useCheckedForm } from '../../pieces/use-checked-form.ts'
import { type CampaignDraft, isMissingRequired, linkOf, startingFields } from './campaign-draft.ts'

type Accepted = z.output<typeof campaignRequest>
type CampaignFormOptions = { draft: CampaignDraft; domain: string | null; onDone: () => void }

/** The new campaign's fields, its link while they are typed, and what its button does. */
export const useCampaignForm = ({ draft, domain, onDone }: CampaignFormOptions) => {
  const form = useCheckedForm(campaignRequest, startingFields(draft))
  const create = useAdminWrite<Accepted>({
    call: body => ({ method: 'POST', path: 'campaigns', body }),
    changes: 'campaigns',
    failure: 'Failed to create campaign',
    onSaved: (_, { name }) => {
      toast({ title: 'Campaign Created', description: `${name} is ready; its link is in the list below.` })
      onDone()
    },
  })
  const fields = form.watch()
  const link = domain === null ? '' : linkOf(domain, fields)
  const send = (values: Accepted) =>
    create.mutate({ ...values, generatedUrl: link }, { onError: error => showIssues(form, error) })
  const refuse = () => {
    if (isMissingRequired(form.getValues())) toast(MISSING)
  }
  return {
    register: form.register,
    errors: form.formState.errors,
    link: campaignValue(fields.name) === '' ? '' : link,
    chooseAsset: (name: string) => form.setValue('utmContent', campaignValue(name)),
    isWorking: create.isPending,
    submit: form.handleSubmit(send, refuse),
  }
}

const MISSING = {
  title: 'Missing Required Fields',
  description: 'Please fill in all required fields: Campaign Name, Date, Platform, Source, and Medium.',
  tone: 'destructive',
} as const

/** What the server found wrong stands beside the field it names. */
const showIssues = (form: UseFormReturn<CampaignRequest, unknown, Accepted>, error: Error) => {
  if (!(error instanceof ApiError)) return
  for (const { path, message } of error.issues)
    if (isField(path)) form.setError(path, { message: message.replace(/^is /, 'This is ') })
}

const isField = (path: string): path is keyof CampaignRequest => path in campaignRequest.shape
