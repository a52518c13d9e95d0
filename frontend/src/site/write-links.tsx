/** Counted links to write to the business, by its own number and address. */
import type { ReactNode } from 'react'
import { chatLink, mailLink } from '../links.ts'
import { CountedLink } from './counted-link.tsx'
import { useSiteConfig } from './site-config.tsx'

type WriteLinkProps = {
  /** The conversion's buttonType. */
  name: string
  className: string
}

/** Renders nothing where the business's number cannot be written to. */
export const ChatLink = ({ text, ...link }: WriteLinkProps & { text: string; children: ReactNode }) => {
  const href = chatLink(useSiteConfig().chatNumber, text)
  return href && <CountedLink chat href={href} {...link} />
}

/** Without children it shows the address. */
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
