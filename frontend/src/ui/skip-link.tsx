import { buttonClass } from './button.tsx'

export const SkipLink = () => (
  <a
    href="#main"
    className={buttonClass({
      variant: 'secondary',
      className: 'fixed top-2 left-2 z-50 -translate-y-24 focus:translate-y-0',
    })}
  >
    Skip to the content
  </a>
)
