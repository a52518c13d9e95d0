import { Keyboard, KeyRound, LogOut } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { setTheme, THEMES, useTheme } from '../../ui/theme.ts'
import { usePageAddress } from '../address/page-links.ts'
import { useSession } from '../data/use-read.ts'
import { Popover } from '../pieces/popover.tsx'
import { ROLE_NAMES } from '../words/labels.ts'
import { THEME_NAMES } from './actions.ts'
import { logout } from './session/logout.ts'

const LINE =
  'dashboard-target flex w-full items-center gap-2 rounded-sm px-2 py-1.5 text-left hover:bg-sunken'

const initialsOf = (username: string): string =>
  username
    .split(/[^\p{L}\p{N}]+/u)
    .map(part => part.charAt(0).toUpperCase())
    .join('')
    .slice(0, 2)

export const AccountMenu = ({ onKeys }: { onKeys: () => void }) => {
  const [isOpen, setOpen] = useState(false)
  const { data: session } = useSession()
  const theme = useTheme()
  const address = usePageAddress()
  const close = () => setOpen(false)
  return (
    <Popover
      label="Account"
      open={isOpen}
      onOpen={setOpen}
      button={
        <>
          <span className="sr-only">Account of {session?.username}</span>
          <span
            aria-hidden
            className="grid size-8 place-items-center rounded-full bg-ink text-xs font-semibold text-page"
          >
            {initialsOf(session?.username ?? '')}
          </span>
        </>
      }
      buttonClass="grid size-9 place-items-center rounded-full max-lg:size-11"
      className="lg:w-64"
    >
      <p className="px-2 pb-2 wrap-anywhere">
        <span className="font-semibold">{session?.username}</span>{' '}
        <span className="text-muted">{session && ROLE_NAMES[session.role]}</span>
      </p>
      <fieldset className="border-y border-line py-1">
        <legend className="sr-only">Theme</legend>
        {THEMES.map(name => (
          <label key={name} className={`${LINE} cursor-pointer`}>
            <input
              type="radio"
              name="theme"
              className="accent-ink"
              checked={theme === name}
              onChange={() => setTheme(name)}
            />
            {THEME_NAMES[name]}
          </label>
        ))}
      </fieldset>
      <Link to={address('settings')} className={`${LINE} mt-1`} onClick={close}>
        <KeyRound aria-hidden size={16} /> Password and sessions
      </Link>
      <button
        type="button"
        className={`${LINE} pointer-coarse:hidden`}
        onClick={() => {
          close()
          onKeys()
        }}
      >
        <Keyboard aria-hidden size={16} /> Keyboard shortcuts
      </button>
      <button type="button" className={LINE} onClick={() => void logout()}>
        <LogOut aria-hidden size={16} /> Log out
      </button>
    </Popover>
  )
}
