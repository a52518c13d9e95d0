import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Input } from '../../../ui/input.tsx'

const PAUSE_MS = 250

type SearchFieldProps = { label: string; value: string; onChange: (value: string) => void }

export const SearchField = ({ label, value, onChange }: SearchFieldProps) => {
  const [typed, setTyped] = useState(value)
  const asked = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (value !== asked.current) setTyped(value)
    asked.current = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const change = (next: string) => {
    setTyped(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      asked.current = next.trim()
      onChange(next.trim())
    }, PAUSE_MS)
  }
  return (
    <div className="relative grow basis-52">
      <Search
        aria-hidden
        size={15}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        className="pl-8.5"
        onChange={event => change(event.target.value)}
      />
    </div>
  )
}
