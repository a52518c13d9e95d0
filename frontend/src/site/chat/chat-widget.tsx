import { MessageCircle, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { WITHIN } from '../business.ts'
import { ChatLink } from '../counted-link.tsx'

const PRESETS = [
  {
    id: 'general',
    label: 'General inquiry',
    text: 'Hello Firsttouch, I have a question about your Google Ads service.',
  },
  {
    id: 'pricing',
    label: 'Pricing and plans',
    text: 'Hello Firsttouch, please tell me about your prices and which plan would suit my business.',
  },
  {
    id: 'why_us',
    label: 'Why choose you?',
    text: 'Hello Firsttouch, why should I choose you to run my Google Ads?',
  },
  {
    id: 'consultation',
    label: 'Book a consultation',
    text: 'Hello Firsttouch, I would like to book a consultation about getting to number one on Google.',
  },
] as const

export const ChatWidget = () => {
  const [open, setOpen] = useState(false)
  const panel = useId()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open])
  return (
    <aside
      aria-label="Chat"
      className="fixed right-4 bottom-24 z-30 flex flex-col items-end gap-3 md:right-6 md:bottom-6"
    >
      {open && <Presets id={panel} />}
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={panel}
        aria-label={open ? 'Close the chat' : 'Chat with us on WhatsApp'}
        onClick={() => setOpen(now => !now)}
        className="relative grid size-15 place-items-center rounded-full border-2 border-page bg-ink text-page shadow-lg transition hover:scale-105"
      >
        {open ? <X aria-hidden size={26} /> : <MessageCircle aria-hidden size={28} />}
        {!open && (
          <span
            data-testid="chat-dot"
            className="absolute top-0 right-0 size-4 rounded-full border-2 border-page bg-accent"
          />
        )}
      </button>
    </aside>
  )
}

const Presets = ({ id }: { id: string }) => (
  <div
    id={id}
    className="w-[min(20rem,calc(100vw-2rem))] animate-rise rounded-lg border-2 border-ink bg-card p-5 shadow-2xl"
  >
    <p className="font-bold">What is it about?</p>
    <p className="text-sm text-muted">
      Opens WhatsApp. We usually reply within {WITHIN.chat} in business hours.
    </p>
    <ul className="mt-3 space-y-2">
      {PRESETS.map(preset => (
        <li key={preset.id}>
          <ChatLink
            text={preset.text}
            name={`chat_${preset.id}`}
            className="flex min-h-11 items-center rounded-md border border-strong-line px-3.5 font-medium hover:bg-accent hover:text-on-accent"
          >
            {preset.label}
          </ChatLink>
        </li>
      ))}
    </ul>
  </div>
)
