import type { Lead } from '@firsttouch/api/contract/leads'
import { Mail, MessageCircle, Phone } from 'lucide-react'
import { buttonClass } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { Button } from '../pieces/button.tsx'
import { replyLinks } from './reply.ts'

const LOOK = { variant: 'ghost', size: 'sm' } as const

export const Replies = ({ lead }: { lead: Lead }) => {
  const { mail, chat, call } = replyLinks(lead)
  return (
    <>
      <a href={mail} className={buttonClass(LOOK)}>
        <Mail aria-hidden size={14} /> Reply via Email
      </a>
      {chat ? (
        <a href={chat} target="_blank" rel="noreferrer" className={buttonClass(LOOK)}>
          <MessageCircle aria-hidden size={14} /> WhatsApp
        </a>
      ) : (
        <NoChat lead={lead} />
      )}
      {call && (
        <a href={call} className={buttonClass(LOOK)}>
          <Phone aria-hidden size={14} /> Call
          {lead.phoneNumber?.extension && ` ext. ${lead.phoneNumber.extension}`}
        </a>
      )}
    </>
  )
}

/** Still a button, as a disabled one could not tell a thumb or a screen reader why it does nothing. */
const NoChat = ({ lead: { phone } }: { lead: Lead }) => {
  const reason = phone
    ? `WhatsApp cannot write to “${phone}”. It is not a valid telephone number.`
    : 'This person left no telephone number. Reply by e-mail instead.'
  return (
    <Button
      aria-disabled
      title={reason}
      className="cursor-not-allowed opacity-60"
      onClick={() => toast({ title: 'No number for WhatsApp', description: reason })}
    >
      <MessageCircle aria-hidden size={14} /> WhatsApp
    </Button>
  )
}
