import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { toast } from '../../../ui/toast.ts'
import { useRecordChange } from '../../data/writes.ts'
import { Button } from '../button.tsx'

type SpamButtonProps = {
  of: 'leads' | 'onboarding'
  record: { id: string; version: number; spamReason: string }
}

export const SpamButton = ({ of, record }: SpamButtonProps) => {
  const isSpam = record.spamReason !== ''
  const change = useRecordChange<{ spam: boolean }>({
    of,
    record,
    failure: 'Failed to change the mark for spam',
    onSaved: (_, { spam }) => toast({ title: spam ? 'Marked as spam' : 'Marked as not spam' }),
  })
  const Icon = isSpam ? ShieldCheck : ShieldAlert
  return (
    <Button disabled={change.isPending} onClick={() => change.mutate({ spam: !isSpam })}>
      <Icon aria-hidden size={14} /> {isSpam ? 'Not spam' : 'Mark as spam'}
    </Button>
  )
}
