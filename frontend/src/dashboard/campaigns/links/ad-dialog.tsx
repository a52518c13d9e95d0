import type { Campaign, LinkCheck } from '@firsttouch/api/contract/campaign'
import { adTags } from '@firsttouch/api/contract/campaign-link'
import { useMutation } from '@tanstack/react-query'
import { Copy, Link2 } from 'lucide-react'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { readFailure } from '../../data/failures.ts'
import { adminCall } from '../../data/writes.ts'
import { Button } from '../../pieces/button.tsx'
import { copyText } from '../../pieces/copy-text.ts'
import { counted } from '../../words/format.ts'

/** Shows the tags in the ad platform's syntax, and checks that the link's page works. */
export const AdDialog = ({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) => (
  <Dialog open onClose={onClose} title="Use in an advert" description={campaign.name}>
    <p className="mt-4 text-sm text-muted">
      Paste a text from below into the platform, instead of a tagged link. At each click the platform replaces
      names in braces.
    </p>
    {adTags(campaign).map(({ label, value }) => (
      <Field key={label} label={label} className="mt-4">
        {control => (
          <div className="flex items-start gap-1">
            <Textarea
              {...control}
              readOnly
              rows={3}
              value={value}
              className="field-sizing-content break-all"
              onFocus={event => event.target.select()}
            />
            <IconButton label={`Copy the ${label}`} onClick={() => void copyText(value, label)}>
              <Copy aria-hidden size={16} />
            </IconButton>
          </div>
        )}
      </Field>
    ))}
    <CheckedLink campaign={campaign} />
  </Dialog>
)

const CheckedLink = ({ campaign }: { campaign: Campaign }) => {
  const check = useMutation({
    mutationFn: () =>
      adminCall<LinkCheck>({ method: 'POST', path: `campaigns/${campaign.id}/check-link`, body: {} }),
  })
  return (
    <div className="mt-6">
      <Button disabled={check.isPending} onClick={() => check.mutate()}>
        <Link2 aria-hidden size={14} /> {check.isPending ? 'Checking...' : 'Check link'}
      </Button>
      <p role="status" className="mt-2 min-h-5 text-sm break-words">
        {check.data && <CheckWords {...check.data} />}
        {check.error && <span className="text-danger">{readFailure(check.error)}</span>}
      </p>
    </div>
  )
}

export const CheckWords = ({ problem, finalUrl, redirects }: LinkCheck) => (
  <>
    {problem ? <span className="text-danger">{problem}</span> : 'The page works, and all tags arrive.'}
    {redirects > 0 && ` After ${counted(redirects, 'redirects')}: ${finalUrl}`}
  </>
)
