import { type Campaign, type CampaignRequest, campaignRequest } from '@firsttouch/api/contract/campaign'
import { campaignValue, MEDIUMS, SOURCES } from '@firsttouch/api/contract/campaign-link'
import { useQueryClient } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '../../../api.ts'
import { Field } from '../../../ui/field.tsx'
import { Options, Select } from '../../../ui/select.tsx'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { queriesNamed } from '../../data/reads.ts'
import { useAdminWrite } from '../../data/writes.ts'
import { Button } from '../../pieces/button.tsx'
import { copyText } from '../../pieces/copy-text.ts'
import { InputField, Submit, TextareaField } from '../../pieces/form-fields.tsx'
import type { CampaignDraft } from '../../pieces/shared-draft.tsx'
import { fieldOf, type Registered, useCheckedForm } from '../../pieces/use-checked-form.ts'
import { labelOf } from '../../words/labels.ts'
import { isMissingRequired, linkOf, startingFields } from './campaign-draft.ts'
import { AD_ASSETS, PLATFORMS } from './catalogue.ts'

type CampaignFormProps = {
  draft: CampaignDraft
  domain: string | null
  onDone: () => void
  onCreated: (campaign: Campaign) => void
  onPrint: (campaign: Campaign) => void
}

export const CampaignForm = (props: CampaignFormProps) => {
  const { form, link, isWorking, submit } = useCampaignForm(props)
  return (
    <form noValidate onSubmit={submit} className="grid gap-4 p-4 sm:grid-cols-2 sm:p-5 lg:grid-cols-3">
      <InputField
        label="Campaign Name*"
        className="sm:col-span-2 lg:col-span-1"
        required
        autoFocus
        maxLength={255}
        {...fieldOf(form, 'name')}
      />
      <InputField label="Campaign Date*" required type="date" {...fieldOf(form, 'date')} />
      <ChoiceField label="Platform" values={PLATFORMS} {...fieldOf(form, 'platform')} />
      <ChoiceField label="Source" values={SOURCES} {...fieldOf(form, 'utmSource')} />
      <ChoiceField label="Medium" values={MEDIUMS} {...fieldOf(form, 'utmMedium')} />
      <Field label="Ad Asset Description" optional>
        {control => (
          <Select
            {...control}
            {...form.register('adAssetDescription', {
              onChange: event => form.setValue('utmContent', campaignValue(event.target.value)),
            })}
          >
            <option value="">None</option>
            {Object.entries(AD_ASSETS).map(([group, names]) => (
              <optgroup key={group} label={group}>
                <Options of={labelled(names)} />
              </optgroup>
            ))}
          </Select>
        )}
      </Field>
      <InputField
        label="Term"
        optional
        maxLength={255}
        placeholder="{keyword}"
        {...fieldOf(form, 'utmTerm')}
      />
      <TextareaField
        label="Internal Notes"
        optional
        className="sm:col-span-full"
        rows={2}
        {...fieldOf(form, 'notes')}
      />
      {props.draft.adoptTag && (
        <p className="text-sm text-muted sm:col-span-full">
          Clicks with the tag <strong className="text-ink">{props.draft.adoptTag}</strong> count for this
          campaign, even if you give it another name.
        </p>
      )}
      <p className="min-h-9 rounded-md bg-sunken px-3 py-2 text-sm break-all sm:col-span-full">
        <span className="text-muted">Link:</span> {link || 'appears as you type the name'}
      </p>
      <div className="flex flex-wrap gap-2 sm:col-span-full">
        <Submit words="Create Campaign" working="Creating..." isWorking={isWorking} />
        <Button onClick={props.onDone}>Cancel</Button>
      </div>
    </form>
  )
}

type ChoiceFieldProps = Registered & { label: string; values: readonly string[] }

const ChoiceField = ({ label, values, error, ...field }: ChoiceFieldProps) => (
  <Field label={`${label}*`} error={error}>
    {control => (
      <Select {...control} {...field} required>
        <option value="">{`Choose a ${label.toLowerCase()}`}</option>
        <Options of={labelled(values)} />
      </Select>
    )}
  </Field>
)

const labelled = (values: readonly string[]) => values.map(value => [value, labelOf(value)] as const)

type Accepted = z.output<typeof campaignRequest>

export const useCampaignForm = ({ draft, domain, onDone, onCreated, onPrint }: CampaignFormProps) => {
  const client = useQueryClient()
  const form = useCheckedForm(campaignRequest, startingFields(draft))
  const create = useAdminWrite<Accepted, Campaign>({
    call: body => ({ method: 'POST', path: 'campaigns', body }),
    changes: 'campaigns',
    failure: 'Failed to create campaign',
    onSaved: campaign => {
      // Show the campaign in the list before the refetch.
      client.setQueriesData<Campaign[]>(queriesNamed('campaigns'), list => list && [campaign, ...list])
      onCreated(campaign)
      toast({
        title: 'Campaign Created',
        description: `${campaign.name} is ready; its link is in the list below.`,
        actions: [
          { words: 'Copy link', run: () => void copyText(campaign.generatedUrl) },
          { words: 'QR Code', run: () => onPrint(campaign) },
        ],
      })
      onDone()
    },
  })
  const fields = form.watch()
  const link = domain === null ? '' : linkOf(domain, fields)
  const send = (values: Accepted) =>
    create.mutate({ ...values, generatedUrl: link }, { onError: error => showIssues(form, error) })
  const refuse = () => {
    if (isMissingRequired(form.getValues())) toastFailure('Missing Required Fields', MISSING)
  }
  return {
    ...{ form, isWorking: create.isPending, submit: form.handleSubmit(send, refuse) },
    link: campaignValue(fields.name) === '' ? '' : link,
  }
}

const MISSING = 'Please fill in all required fields: Campaign Name, Date, Platform, Source, and Medium.'

const showIssues = (form: UseFormReturn<CampaignRequest, unknown, Accepted>, error: Error) => {
  if (!(error instanceof ApiError)) return
  for (const { path, message } of error.issues)
    if (isField(path)) form.setError(path, { message: message.replace(/^is /, 'This is ') })
}

const isField = (path: string): path is keyof CampaignRequest => path in campaignRequest.shape
