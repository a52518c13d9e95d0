import { Keyboard, LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Button } from '../pieces/button.tsx'

type HeaderProps = { children: ReactNode; onKeys: () => void; onLogout: () => void }

export const Header = ({ children, onKeys, onLogout }: HeaderProps) => (
  <header className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pt-4 pb-3 sm:flex-nowrap sm:px-6 lg:px-8">
    <div className="flex min-w-0 grow flex-col gap-x-4 gap-y-0.5 lg:flex-row lg:items-center">
      <h1 className="display text-xl sm:text-2xl">UTM Campaign Dashboard</h1>
      {children}
    </div>
    <div className="flex shrink-0 items-center gap-1">
      <IconButton label="Keyboard shortcuts" className="max-sm:hidden pointer-coarse:hidden" onClick={onKeys}>
        <Keyboard aria-hidden size={18} />
      </IconButton>
      <a href="/onboarding" className={buttonClass({ variant: 'ghost', size: 'sm', className: 'ml-1' })}>
        View Onboarding
      </a>
      <Button className="ml-1" onClick={onLogout}>
        <LogOut aria-hidden size={14} /> Logout
      </Button>
    </div>
  </header>
)
