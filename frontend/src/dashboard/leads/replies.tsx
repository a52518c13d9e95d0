import type { Lead } from '@firsttouch/api/contract/leads'
import { clsx } from 'clsx'
import { type LucideIcon, Mail, MessageCircle, Phone } from 'lucide-react'
import type { ComponentProps } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { iconButtonClass } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast.ts'
import { replyLinks } from './reply.ts'
import { useStatusChange } from './use-lead-change.ts'

type RepliesProps = {
  lead: Lead
  small?: boolean
}

export const Replies = ({ lead, small = false }: RepliesProps) => {
  const { mail, chat, call } = replyLinks(lead)
  const extension = lead.phoneNumber?.extension
  const more = { small, onClick: useQuestion(lead) }
  return (
    <>
      <Way href={mail} data-keys="r" Icon={Mail} words="Reply via Email" {...more} />
      {chat ? (
        <Way href={chat} target="_blank" rel="noreferrer" Icon={MessageCircle} words="WhatsApp" {...more} />
      ) : (
        <NoChat lead={lead} small={small} />
      )}
      {call ? (
        <Way href={call} Icon={Phone} words={extension ? `Call ext. ${extension}` : 'Call'} {...more} />
      ) : (
        small && (
          <span aria-hidden className={clsx(iconButtonClass, 'invisible')}>
            <Phone size={14} />
          </span>
        )
      )}
    </>
  )
}

type WayProps = ComponentProps<'a'> & { Icon: LucideIcon; words: string; small: boolean }

const Way = ({ Icon, words, small, ...link }: WayProps) => (
  <a className={lookOf(small)} {...(small && { title: words })} {...link}>
    <Icon aria-hidden size={14} /> <span className={clsx(small && 'sr-only')}>{words}</span>
  </a>
)

const lookOf = (small: boolean) => (small ? iconButtonClass : buttonClass({ variant: 'ghost', size: 'sm' }))

/** Opening a mail, chat or call is not yet a reply, so a toast offers to mark the lead as contacted. */
const useQuestion = (lead: Lead): (() => void) | undefined => {
  const { choose } = useStatusChange(lead)
  if (lead.status !== 'new') return undefined
  return () =>
    toast({
      title: 'Mark as contacted?',
      description: `${lead.name} stays new until you do.`,
      actions: [{ words: 'Mark as contacted', run: () => choose('contacted') }],
    })
}

/** The button is aria-disabled but can be pressed, so that touch and screen-reader users also get the reason. */
const NoChat = ({ lead: { phone }, small = false }: RepliesProps) => {
  const reason = phone
    ? `“${phone}” is not a valid telephone number, so WhatsApp cannot open a chat. Reply by e-mail instead.`
    : 'This person left no telephone number. Reply by e-mail instead.'
  return (
    <button
      type="button"
      aria-disabled
      title={reason}
      className={clsx(lookOf(small), 'cursor-not-allowed opacity-60')}
      onClick={() => toast({ title: 'No number for WhatsApp', description: reason })}
    >
      <MessageCircle aria-hidden size={14} /> <span className={clsx(small && 'sr-only')}>WhatsApp</span>
    </button>
  )
}
