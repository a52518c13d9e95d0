import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import { useAdminWrite } from '../../data/writes.ts'

type SpamButtonProps = { read: 'leads' | 'onboarding'; id: string; version: number; spamReason: string }

/** A record that was wrongly taken for spam comes back into the inbox; one that is, leaves it. */
export const SpamButton = ({ read, id, version, spamReason }: SpamButtonProps) => {
  const isSpam = spamReason !== ''
  const change = useAdminWrite<boolean>({
    call: spam => ({ method: 'PATCH', path: `${read}/${id}`, body: { spam, version } }),
    changes: read,
    failure: 'Failed to change the mark for spam',
    onSaved: (_, spam) => toast({ title: spam ? 'Marked as Spam' : 'Marked as Not Spam' }),
  })
  const Icon = isSpam ? ShieldCheck : ShieldAlert
  return (
    <Button variant="ghost" size="sm" disabled={change.isPending} onClick={() => change.mutate(!isSpam)}>
      <Icon aria-hidden size={14} /> {isSpam ? 'Not Spam' : 'Mark as Spam'}
    </Button>
  )
}
