import { FROM_PRICE, WITHIN } from '../business.ts'
import { ButtonLink, CountedLink, MailLink } from '../counted-link.tsx'
import { PrivacyChoice } from './privacy-choice.tsx'
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
      <ButtonLink href="#pricing" name="header_get_started" variant="secondary">
        Get Started
      </ButtonLink>
    </div>
  </header>
)

const SECTIONS = [['#hero', 'Back to the top'], ...LINKS] as const
const link = 'inline-block py-1 underline-offset-4 hover:underline'

export const Footer = () => (
  <footer className="bg-dark text-on-dark">
    <div className="wrap grid gap-10 py-14 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr]">
      <div>
        <Wordmark />
        <p className="mt-4 max-w-sm text-on-dark-muted">
          Managed Google Ads for small and local businesses. Number one within {WITHIN.first}, or your money
          back.
        </p>
        <MailLink name="footer_email" className={`${link} mt-3`} />
      </div>
      <nav aria-label="Page">
        <ul>
          {SECTIONS.map(([href, label]) => (
            <li key={href}>
              <CountedLink href={href} className={link} name={`footer_${href.slice(1)}`}>
                {label}
              </CountedLink>
            </li>
          ))}
        </ul>
      </nav>
      <ul>
        <li>
          <a href="/privacy" className={link}>
            What we keep about you
          </a>
        </li>
        {['Privacy Policy', 'Terms of Service'].map(name => (
          <li key={name}>
            {/* biome-ignore lint/a11y/useSemanticElements: a link without a target until the business has written the page */}
            <span
              role="link"
              aria-disabled="true"
              tabIndex={-1}
              className="inline-block py-1 text-on-dark-muted"
            >
              {name}
            </span>
          </li>
        ))}
        <li>
          <a href="/login" className={link}>
            Staff login
          </a>
        </li>
        <li>
          <PrivacyChoice className={link} />
        </li>
      </ul>
    </div>
    <div aria-hidden className="ruler h-4 text-[#54595f]" />
    <p className="wrap py-5 text-sm text-on-dark-muted">
      © Firsttouch. Google and Google Ads are trade marks of Google LLC; we are an independent agency.
    </p>
  </footer>
)

export const BottomBar = () => (
  <div className="sticky bottom-0 z-30 border-t-2 border-on-accent bg-page p-2.5 md:hidden">
    <ButtonLink href="#pricing" name="bottom_bar" size="md" className="min-h-13 w-full px-2 text-[1rem]">
      Get Started Today - From {FROM_PRICE}/week
    </ButtonLink>
  </div>
)
