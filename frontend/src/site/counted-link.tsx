/** Links whose clicks count as conversions: whatsapp_click for chats, otherwise button_click. */
import type { ReactNode } from 'react'
import { chatLink, mailLink } from '../links.ts'
import { type ButtonLook, buttonClass } from '../ui/button.tsx'
import { useSiteConfig } from './site-config.tsx'
import { useActions } from './use-tracking.ts'

type CountedLinkProps = {
  href: string
  name: string
  chat?: boolean
  /** Opens the link in a new tab. The default is true for chat links only. */
  outside?: boolean
  className?: string
  children: ReactNode
}

export const CountedLink = ({
  href,
  name,
  chat = false,
  outside = chat,
  className,
  children,
}: CountedLinkProps) => {
  const { clicked, chatted } = useActions()
  return (
    <a
      href={href}
      className={className}
      onClick={() => (chat ? chatted(name) : clicked(name))}
      {...(outside && { target: '_blank', rel: 'noopener' })}
    >
      {children}
    </a>
  )
}

export const ButtonLink = ({ variant, size, className, ...link }: CountedLinkProps & ButtonLook) => (
  <CountedLink {...link} className={buttonClass({ variant, size, className })} />
)

type WriteLinkProps = { name: string; className: string }

/** Renders nothing if the business has no chat number. */
export const ChatLink = ({ text, ...link }: WriteLinkProps & { text: string; children: ReactNode }) => {
  const href = chatLink(useSiteConfig().chatNumber, text)
  return href && <CountedLink chat href={href} {...link} />
}

export const MailLink = ({
  subject = 'A question about Firsttouch',
  children,
  ...link
}: WriteLinkProps & { subject?: string; children?: ReactNode }) => {
  const { supportEmail } = useSiteConfig()
  return (
    <CountedLink href={mailLink(supportEmail, subject)} {...link}>
      {children ?? supportEmail}
    </CountedLink>
  )
}
