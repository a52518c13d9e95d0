/** A link whose click counts as a conversion: whatsapp_click for chats, otherwise button_click. */
import type { ReactNode } from 'react'
import { useActions } from './use-actions.ts'

type CountedLinkProps = {
  href: string
  /** The conversion's buttonType. */
  name: string
  chat?: boolean
  /** Opens in a new tab. Chats always do. */
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
