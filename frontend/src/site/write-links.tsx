/** Counted links to the business's chat and e-mail. */
import type { ReactNode } from 'react'
import { chatLink, mailLink } from '../links.ts'
import { CountedLink } from './counted-link.tsx'
import { useSiteConfig } from './site-config.tsx'

type WriteLinkProps = {
  name: string
  className: string
}

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
