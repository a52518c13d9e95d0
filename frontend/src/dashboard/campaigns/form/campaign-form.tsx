import { MEDIUMS, SOURCES } from '@firsttouch/api/contract/campaign-link'
import { Field } from '../../../ui/field.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { Button } from '../../pieces/button.tsx'
import type { CampaignDraft } from './campaign-draft.ts'
import { PLATFORMS } from './catalogue.ts'
import { AdAssetField, ChoiceField } from './choice-field.tsx'
import { useCampaignForm } from './use-campaign-form.ts'

type CampaignFormProps = { draft: CampaignDraft; domain: string | null; onDone: () => void }

export const CampaignForm = (props: CampaignFormProps) => {
  const { register, errors, link, chooseAsset, isWorking, submit } = useCampaignForm(props)
  // In the order of the form: the first one that is missing gets the keyboard.
  const [name, date] = [register('name'), register('date')]
  const choice = (name: 'platform' | 'utmSource' | 'utmMedium') => ({
    error: errors[name]?.message,
    field: register(name),
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-4 p-4 sm:grid-cols-2 sm:p-5 lg:grid-cols-3">
      <Field label="Campaign Name*" error={errors.name?.message} className="sm:col-span-2 lg:col-span-1">
        {control => <Input {...control} {...name} required autoFocus maxLength={255} />}
      </Field>
      <Field label="Campaign Date*" error={errors.date?.message}>
        {control => <Input {...control} {...date} required type="date" />}
      </Field>
      <ChoiceField label="Platform*" first="Choose a platform" values={PLATFORMS} {...choice('platform')} />
      <ChoiceField label="Source*" first="Choose a source" values={SOURCES} {...choice('utmSource')} />
      <ChoiceField label="Medium*" first="Choose a medium" values={MEDIUMS} {...choice('utmMedium')} />
      <AdAssetField field={register('adAssetDescription', { onChange: e => chooseAsset(e.target.value) })} />
      <Field label="Term" optional error={errors.utmTerm?.message}>
        {control => <Input {...control} {...register('utmTerm')} maxLength={255} placeholder="{keyword}" />}
      </Field>
      <Field label="Internal Notes" optional error={errors.notes?.message} className="sm:col-span-full">
        {control => <Textarea {...control} {...register('notes')} rows={2} />}
      </Field>
      {props.draft.adoptTag && (
        <p className="text-sm text-muted sm:col-span-full">
          The clicks that carry <strong className="text-ink">{props.draft.adoptTag}</strong> become its own,
          whatever you name it.
        </p>
      )}
      <LinkPreview link={link} />
      <div className="flex flex-wrap gap-2 sm:col-span-full">
        <Button variant="primary" type="submit" disabled={isWorking}>
          {isWorking ? 'Creating...' : 'Create Campaign'}
        </Button>
        <Button onClick={props.onDone}>Cancel</Button>
      </div>
    </form>
  )
}

const LinkPreview = ({ link }: { link: string }) => (
  <p className="min-h-9 rounded-md bg-sunken px-3 py-2 text-sm break-all sm:col-span-full">
    <span className="text-muted">Link: </span>
    {link || <span className="text-muted">appears as you type the name</span>}
  </p>
)
