import { buttonClass } from '../../ui/button.tsx'
import { CountedLink } from '../counted-link.tsx'
import { Wordmark } from './wordmark.tsx'

const LINKS = [
  ['#pricing', 'Pricing'],
  ['#faq', 'Questions'],
  ['#contact', 'Contact'],
] as const

export const Header = () => (
  <header className="sticky top-0 z-30 border-b border-line bg-page/95 backdrop-blur-sm">
    <div className="wrap flex h-[4.5rem] items-center justify-between gap-4">
      <a href="#hero" aria-label="Firsttouch, back to the top" className="rounded-md">
        <Wordmark />
      </a>
      <nav aria-label="Sections" className="ml-auto hidden gap-1 md:flex">
        {LINKS.map(([href, label]) => (
          <CountedLink
            key={href}
            href={href}
            name={`header_${href.slice(1)}`}
            className="rounded-md px-3 py-2 font-medium underline-offset-4 hover:underline"
          >
            {label}
          </CountedLink>
        ))}
      </nav>
      <CountedLink
        href="#pricing"
        name="header_get_started"
        className={buttonClass({ variant: 'secondary' })}
      >
        Get Started
      </CountedLink>
    </div>
  </header>
)
