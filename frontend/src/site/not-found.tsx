import { ButtonLink } from './counted-link.tsx'
import { InnerPage } from './layout/inner-page.tsx'
import type { PublicPage } from './page.ts'

const NotFound = () => (
  <InnerPage>
    <div className="wrap pt-16 sm:pt-24">
      <div className="max-w-2xl overflow-hidden rounded-lg border-2 border-ink bg-card">
        <div aria-hidden className="flex bg-accent text-on-accent">
          {['1', '2', '3', '4', '0', '4'].map((mark, index) => (
            <span
              key={`${mark}${index < 3 ? 'a' : index}`}
              className="tape-cell flex h-20 flex-1 items-end justify-end pr-2 pb-1"
            >
              <span className="display text-2xl leading-none">{mark}</span>
            </span>
          ))}
        </div>
        <div className="p-6 sm:p-10">
          <h1 className="display text-3xl">404 Page Not Found</h1>
          <p className="mt-4 text-lg text-muted">
            We measured twice: there is nothing at this address. The page may have moved, or the link has a
            typo.
          </p>
          <ButtonLink href="/" name="not_found_home" className="mt-8">
            Return to Homepage
          </ButtonLink>
        </div>
      </div>
    </div>
  </InnerPage>
)

export const page: PublicPage = {
  title: '404 Page Not Found | Firsttouch',
  description: 'There is no page at this address.',
  search: 'hidden',
  Component: NotFound,
}
