/** Sticky link to the prices on phones. */

import { buttonClass } from '../../ui/button.tsx'
import { FROM_PRICE } from '../business.ts'
import { CountedLink } from '../counted-link.tsx'

export const BottomBar = () => (
  <div className="sticky bottom-0 z-30 border-t-2 border-on-accent bg-page p-2.5 md:hidden">
    <CountedLink
      href="#pricing"
      name="bottom_bar"
      className={buttonClass({ size: 'md', className: 'min-h-13 w-full px-2 text-[1rem]' })}
    >
      Get Started Today - From {FROM_PRICE}/week
    </CountedLink>
  </div>
)
