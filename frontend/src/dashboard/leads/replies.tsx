import type { Lead } from '@firsttouch/api/contract/leads'
import { Mail, MessageCircle, Phone } from 'lucide-react'
import { buttonClass } from '../../ui/button.tsx'
import { replyLinks } from './reply.ts'

export const Replies = ({ lead }: { lead: Lead }) => {
  const { mail, chat, call } = replyLinks(lead)
  const look = buttonClass({ variant: 'ghost', size: 'sm' })
  return (
    <>
      <a href={mail} className={look}>
        <Mail aria-hidden size={14} /> Reply via Email
      </a>
      <a href={chat} target="_blank" rel="noreferrer" className={look}>
        <MessageCircle aria-hidden size={14} /> WhatsApp
      </a>
      {call && (
        <a href={call} className={look}>
          <Phone aria-hidden size={14} /> Call
        </a>
      )}
    </>
  )
}
